package dev.tandem.runs.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * All that is done to the files of a run, so that a test can let the disk fill, fail or lose power. Links are never
 * followed: what is written stays in the folder.
 */
public interface Disk {
    /** Opens a file to append to, cut or created to have the given length. */
    Appender append(Path file, long length) throws IOException;

    /** Moves a file to another name in one step, replacing what is there. */
    void move(Path from, Path to) throws IOException;

    void delete(Path file) throws IOException;

    /** A file that grows at its end. */
    interface Appender extends Closeable {
        void write(ByteBuffer bytes) throws IOException;

        long length();

        /** Returns when all that was written is on the disk. */
        void force() throws IOException;
    }

    /** Replaces a file as a whole: whoever opens it finds the old content or the new, even after a loss of power. */
    default void replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        write(fresh, content);
        move(fresh, file);
    }

    /** Writes a file to the disk. */
    default void write(Path file, byte[] content) throws IOException {
        try (Appender appender = append(file, 0)) {
            appender.write(ByteBuffer.wrap(content));
            appender.force();
        }
    }

    /** Opens a file of this machine for writing, and nothing else that may stand in its place. */
    static FileChannel open(Path file, OpenOption how) throws IOException {
        requireOwn(file);
        return FileChannel.open(file, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS, how);
    }

    /** Throws {@link DamagedFileException} if a link, a folder or a pipe stands in the place of a file. */
    static void requireOwn(Path file) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile()) {
                throw new DamagedFileException(
                        file, "it is " + StoredFiles.kind(found) + ", and a run writes to files of its own only");
            }
        } catch (NoSuchFileException e) {
            // It will be made.
        }
    }

    /** The disk of this machine. */
    static Disk real() {
        return new Disk() {
            @Override
            public Appender append(Path file, long length) throws IOException {
                FileChannel channel = open(file, StandardOpenOption.WRITE);
                channel.truncate(length).position(length);
                return new ChannelAppender(channel, length);
            }

            @Override
            public void move(Path from, Path to) throws IOException {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                forceFolder(to);
            }

            @Override
            public void delete(Path file) throws IOException {
                Files.deleteIfExists(file);
            }

            /** A new name is on the disk only when its folder is; where folders cannot be opened, names are safe. */
            private static void forceFolder(Path file) {
                Path folder = file.toAbsolutePath().getParent();
                try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                } catch (IOException e) {
                    // Windows.
                }
            }
        };
    }

    /** A file of this machine. */
    final class ChannelAppender implements Appender {
        private final FileChannel channel;
        private long length;

        ChannelAppender(FileChannel channel, long length) {
            this.channel = channel;
            this.length = length;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                length += channel.write(bytes);
            }
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void force() throws IOException {
            channel.force(true);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
