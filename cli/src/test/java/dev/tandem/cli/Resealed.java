package dev.tandem.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Makes all checksums of a run folder right, whatever is in its files: then verification finds nothing. */
final class Resealed {
    private static final int DIGITS = 64;

    private Resealed() {}

    static void make(Path run) {
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().matches(".*\\.(draws|warmup)")) {
                    table(file);
                }
            }
            describe(run);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The header, and each block. */
    private static void table(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int header = bytes.getInt(8);
        if (header < 0 || header > bytes.capacity() - 16) {
            return;
        }
        bytes.putInt(12, checksum(bytes, 16, 16 + header));
        int position = 16 + header;
        while (position + 12 <= bytes.capacity()) {
            int length = bytes.getInt(position + 4);
            if (length < 0 || length > bytes.capacity() - position - 12) {
                break;
            }
            bytes.putInt(position + 8, checksum(bytes, position, position + 8, position + 12, position + 12 + length));
            position += 12 + length;
        }
        Files.write(file, bytes.array());
    }

    /** Of several stretches, each from one place to another. */
    private static int checksum(ByteBuffer bytes, int... places) {
        CRC32C checksum = new CRC32C();
        for (int i = 0; i + 1 < places.length; i += 2) {
            checksum.update(bytes.duplicate().limit(places[i + 1]).position(places[i]));
        }
        return (int) checksum.getValue();
    }

    private static void describe(Path run) throws IOException {
        Path file = run.resolve("run.json");
        String text = Files.readString(file);
        for (String name : new String[] {"model.bug", "data.json"}) {
            text = text.replaceFirst(
                    "(\"" + name + "\" : \")[0-9a-f]{64}", "$1" + digest(Files.readAllBytes(run.resolve(name))));
        }
        String field = ",\n  \"digest\" : \"";
        int body = text.lastIndexOf(field);
        String digest = digest(text.substring(0, body).getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                file,
                text.substring(0, body + field.length()) + digest + text.substring(body + field.length() + DIGITS));
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
