package dev.tandem.runs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second program out of a run folder. The system lets go of it when the program ends, however it ends. */
final class RunLock implements Closeable {
    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock, or says that somebody else has it. */
    static RunLock take(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(RunLayout.lock(folder), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new RunLock(channel);
            }
        } catch (OverlappingFileLockException e) {
            // Taken in this very program.
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new RunFolderException("the run in " + folder + " is going on in another program");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
