package dev.tandem.runs;

import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.StoredFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** Keeps a second program out of a run folder. The system lets go of it when the program ends, however it ends. */
public final class RunLock implements AutoCloseable {
    private final Path folder;
    private final FileChannel channel;

    private RunLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Who holds a lock; two programs may have had the same number, but not at the same time. */
    private record Holder(long number, String started) {
        static Holder present() {
            ProcessHandle process = ProcessHandle.current();
            return new Holder(
                    process.pid(),
                    process.info().startInstant().map(Instant::toString).orElse(""));
        }

        byte[] write() {
            return JsonMapper.shared()
                    .writeValueAsBytes(JsonNodeFactory.instance
                            .objectNode()
                            .put("process", number)
                            .put("started", started));
        }

        /** Not forced to the disk: after a loss of power nobody holds the lock. */
        void put(Path folder) throws IOException {
            Path process = RunLayout.process(folder);
            Path fresh = process.resolveSibling(process.getFileName() + ".new");
            try (Disk.Appender file = Disk.real().append(fresh, 0)) {
                file.write(ByteBuffer.wrap(write()));
            }
            Files.move(fresh, process, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }

        static Optional<Holder> read(Path folder) {
            try {
                JsonNode node = JsonMapper.shared().readTree(StoredFiles.bytes(RunLayout.process(folder)));
                return Optional.of(new Holder(
                        node.path("process").asLong(0), node.path("started").asString("")));
            } catch (IOException | JacksonException e) {
                return Optional.empty();
            }
        }
    }

    /** Takes the lock, or says that somebody else has it. */
    public static RunLock take(Path folder) throws IOException {
        Optional<Holder> holder = Holder.read(folder);
        if (holder.equals(Optional.of(Holder.present()))) {
            throw busy(folder, holder);
        }
        FileChannel channel = Disk.open(RunLayout.lock(folder), StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                Holder.present().put(folder);
                return new RunLock(folder, channel);
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw busy(folder, holder);
    }

    private static RunFolderException busy(Path folder, Optional<Holder> holder) {
        return new RunFolderException("the run in " + folder + " is going on already"
                + holder.map(found -> ", in process " + found.number()).orElse(""));
    }

    /** Whether somebody has the lock. */
    public static boolean isHeld(Path folder) {
        // Closing any channel of the file would let go of a lock that this very program has.
        if (Holder.read(folder).equals(Optional.of(Holder.present()))) {
            return true;
        }
        try (FileChannel channel = StoredFiles.channel(RunLayout.lock(folder))) {
            FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (DamagedFileException e) {
            throw new RunFolderException("the run in " + folder + " cannot be read: " + e.getMessage(), e);
        } catch (IOException e) {
            // No lock was ever taken, or it cannot be asked for.
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(RunLayout.process(folder));
        } finally {
            channel.close();
        }
    }
}
