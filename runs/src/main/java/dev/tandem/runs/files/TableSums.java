package dev.tandem.runs.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The digests of some tables of a run over many data sets, in a file beside them, so that the tables themselves can be read
 * by any program. It names the run that they belong to, and ends with a digest of itself.
 */
public final class TableSums {
    private static final String GAP = "  ";
    private static final String RUN = "(run)";

    private final Map<String, String> digests;
    private final String identity;

    private TableSums(Map<String, String> digests, String identity) {
        this.digests = new TreeMap<>(digests);
        this.identity = identity;
    }

    /** Of tables that are about to be written. */
    public static TableSums of(Map<Path, byte[]> tables, String identity) {
        Map<String, String> digests = new TreeMap<>();
        tables.forEach((file, content) -> digests.put(name(file), StoredFiles.sha256(content)));
        return new TableSums(digests, identity);
    }

    /** Of tables that are written under their first names, with {@code .new} at the end. */
    public static TableSums of(List<Path> tables, String identity) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        for (Path table : tables) {
            digests.put(name(table), digest(table.resolveSibling(table.getFileName() + ".new")));
        }
        return new TableSums(digests, identity);
    }

    public byte[] encode() {
        StringBuilder text = new StringBuilder(identity).append(GAP).append(RUN).append('\n');
        digests.forEach(
                (name, digest) -> text.append(digest).append(GAP).append(name).append('\n'));
        return bytes(text + StoredFiles.sha256(bytes(text.toString())) + "\n");
    }

    /** Reads the digests of tables of a run; throws {@link DamagedFileException} if they are not as they were written. */
    public static TableSums read(Path file, String identity) throws IOException {
        byte[] bytes = StoredFiles.bytes(file);
        Map<String, String> digests = new TreeMap<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            int gap = line.indexOf(GAP);
            if (gap >= 0) {
                digests.put(line.substring(gap + GAP.length()), line.substring(0, gap));
            }
        }
        String owner = digests.getOrDefault(RUN, "");
        digests.remove(RUN);
        TableSums found = new TableSums(digests, owner);
        if (!Arrays.equals(found.encode(), bytes)) {
            throw new DamagedFileException(file, "its digest is wrong");
        }
        if (!owner.equals(identity)) {
            throw DamagedFileException.foreign(file, "another run");
        }
        return found;
    }

    /** Throws {@link DamagedFileException} unless a table is the one that was written. */
    public void verify(Path table) throws IOException {
        try {
            if (!digest(table).equals(digests.get(name(table)))) {
                throw new DamagedFileException(table, "it is not what was written");
            }
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(table, "it is missing");
        }
    }

    /** Whether a table, which may still have {@code .new} at the end of its name, is the one that was written. */
    public boolean matches(Path table) throws IOException {
        try {
            return digest(table).equals(digests.get(name(table)));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static String name(Path table) {
        return table.getFileName().toString().replaceFirst("\\.new$", "");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String digest(Path table) throws IOException {
        MessageDigest digest = StoredFiles.digest();
        ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
        try (FileChannel in = StoredFiles.channel(table)) {
            while (in.read(chunk) >= 0) {
                digest.update(chunk.flip());
                chunk.clear();
            }
        }
        return StoredFiles.hexadecimal(digest);
    }
}
