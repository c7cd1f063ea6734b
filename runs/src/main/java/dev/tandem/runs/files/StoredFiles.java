package dev.tandem.runs.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The one door through which files of run folders are read. What is no regular file is told before it is opened, since a
 * pipe would wait for ever. Text comes out only if its digest is the one that was kept; tables and checkpoints hold
 * themselves against checksums of their own ({@link TableReader}, {@code Checkpoint}). {@code ArchitectureTest} sees to it
 * that nobody goes past.
 */
public final class StoredFiles {
    private StoredFiles() {}

    /** A file as a whole; for those who check what it says by themselves. */
    public static byte[] bytes(Path file) throws IOException {
        requireFile(file);
        return Files.readAllBytes(file);
    }

    /** A file as a whole, if it is the one whose digest was kept. */
    public static byte[] verified(Path file, String digest) throws IOException {
        byte[] bytes = bytes(file);
        if (!sha256(bytes).equals(digest)) {
            throw new DamagedFileException(file, "it is not what the run was begun with");
        }
        return bytes;
    }

    /** A file to read parts of; for tables, which have checksums in them. */
    public static FileChannel channel(Path file) throws IOException {
        requireFile(file);
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    private static void requireFile(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        if (!found.isRegularFile()) {
            throw new DamagedFileException(file, "it is " + kind(found) + ", not a file");
        }
    }

    /** What stands in the place of a file. */
    public static String kind(BasicFileAttributes found) {
        return found.isSymbolicLink() ? "a symbolic link" : found.isDirectory() ? "a folder" : "a pipe or a device";
    }

    /** The digest of some bytes in hexadecimal digits. */
    public static String sha256(byte[]... parts) {
        MessageDigest digest = digest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return hexadecimal(digest);
    }

    public static String hexadecimal(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java without SHA-256", e);
        }
    }
}
