package dev.tandem.runs;

import dev.tandem.runs.files.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A disk that dies at a given operation, half way through if it is a write, or that has only so much room. It forces
 * nothing, so that tests are fast, and keeps account of what a real one would have lost.
 */
final class FaultyDisk implements Disk {
    private final Disk real = Disk.real();
    private final long lastOperation;
    private final SplittableRandom random;
    private final Map<Path, Long> safe = new HashMap<>();
    private long room;
    private long operations;
    private long written;
    private boolean dead;

    private FaultyDisk(long lastOperation, long room, long seed) {
        this.lastOperation = lastOperation;
        this.room = room;
        random = new SplittableRandom(seed);
    }

    /** A disk that loses power at an operation, counted from 1. */
    static FaultyDisk dyingAt(long operation, long seed) {
        return new FaultyDisk(operation, Long.MAX_VALUE, seed);
    }

    /** A disk that never fails. */
    static FaultyDisk lasting() {
        return new FaultyDisk(Long.MAX_VALUE, Long.MAX_VALUE, 0);
    }

    /** A disk that takes so many bytes and no more. */
    static FaultyDisk withRoom(long bytes) {
        return new FaultyDisk(Long.MAX_VALUE, bytes, 0);
    }

    synchronized long written() {
        return written;
    }

    /** Whether it has died. */
    synchronized boolean dead() {
        return dead;
    }

    /** Of what was not forced to the disk, any part may be lost, and any byte of it may be wrong. */
    synchronized void losePower() {
        safe.forEach((file, length) -> {
            try {
                if (Files.exists(file)) {
                    loseTail(file, length);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void loseTail(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long unsafe = channel.size() - length;
            if (unsafe > 0) {
                long kept = random.nextLong(unsafe + 1);
                channel.truncate(length + kept);
                if (kept > 0 && random.nextBoolean()) {
                    byte[] wrong = {(byte) random.nextInt()};
                    channel.write(ByteBuffer.wrap(wrong), length + random.nextLong(kept));
                }
            }
        }
    }

    private void count() throws IOException {
        if (dead) {
            throw new IOException("the power is off");
        }
        if (++operations == lastOperation) {
            dead = true;
        }
    }

    private void failIfDead() throws IOException {
        if (dead) {
            throw new IOException("the power went off");
        }
    }

    @Override
    public synchronized Appender append(Path file, long length) throws IOException {
        count();
        failIfDead();
        Appender appender = real.append(file, length);
        safe.merge(file, length, Math::min);
        return new FaultyAppender(file, appender);
    }

    @Override
    public synchronized void move(Path from, Path to) throws IOException {
        count();
        // A move happens as a whole or not at all.
        if (!dead || random.nextBoolean()) {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            Long length = safe.remove(from);
            safe.put(to, length == null ? Files.size(to) : length);
        }
        failIfDead();
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        count();
        failIfDead();
        real.delete(file);
        safe.remove(file);
    }

    private final class FaultyAppender implements Appender {
        private final Path file;
        private final Appender appender;

        FaultyAppender(Path file, Appender appender) {
            this.file = file;
            this.appender = appender;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            synchronized (FaultyDisk.this) {
                count();
                int wanted = bytes.remaining();
                int taken = dead ? random.nextInt(wanted + 1) : (int) Math.min(wanted, room);
                ByteBuffer part = bytes.duplicate();
                part.limit(part.position() + taken);
                appender.write(part);
                room -= taken;
                written += taken;
                failIfDead();
                if (taken < wanted) {
                    throw new IOException("No space left on device");
                }
                bytes.position(bytes.limit());
            }
        }

        @Override
        public long length() {
            return appender.length();
        }

        @Override
        public void force() throws IOException {
            synchronized (FaultyDisk.this) {
                count();
                failIfDead();
                safe.put(file, appender.length());
            }
        }

        @Override
        public void close() throws IOException {
            appender.close();
        }
    }
}
