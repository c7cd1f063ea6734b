package dev.tandem.language.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** The text of a file and its name, with the way from an offset to line and column. */
public final class SourceText {
    private static final long MAX_BYTES = 1L << 30;

    /** What comes out of a pipe or a device is read up to here. */
    private static final int MAX_PIPED_BYTES = 64 << 20;

    private static final int EXCERPT_WIDTH = 100;

    private final String name;
    private final String text;
    private int[] lineStarts;

    private SourceText(String name, String text) {
        this.name = Objects.requireNonNull(name);
        this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Text that is already at hand; {@code name} is what errors call it. */
    public static SourceText of(String name, String text) {
        SourceText source = new SourceText(name, text);
        int nul = source.text.indexOf('\0');
        if (nul >= 0) {
            throw source.fail(nul, nul + 1, "this is not text: it contains a zero byte", "is it the right file?");
        }
        return source;
    }

    /** Reads a file as UTF-8 (or UTF-16 by its mark, or Latin-1 when it is not valid UTF-8). */
    public static SourceText read(Path path) {
        String name = path.toString();
        byte[] bytes;
        try {
            if (Files.isDirectory(path)) {
                throw unreadable(name, "this is a folder, not a file", "");
            }
            if (Files.size(path) > MAX_BYTES) {
                throw unreadable(name, "this file is larger than 1 GiB", "");
            }
            bytes = Files.isRegularFile(path) ? Files.readAllBytes(path) : readSome(path);
        } catch (NoSuchFileException e) {
            throw unreadable(name, "there is no such file", "");
        } catch (AccessDeniedException e) {
            throw unreadable(name, "this file may not be read: permission is denied", "");
        } catch (FileSystemException e) {
            throw unreadable(name, "this file cannot be read: " + e.getReason(), "");
        } catch (IOException e) {
            throw unreadable(name, "this file cannot be read: " + e.getMessage(), "");
        }
        if (name.endsWith(".gz") && startsWith(bytes, 0x1f, 0x8b)) {
            bytes = unpacked(name, bytes);
        }
        refuseBinary(name, bytes);
        return of(name, decode(bytes));
    }

    private static byte[] unpacked(String name, byte[] bytes) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] unpacked = in.readNBytes((int) MAX_BYTES + 1);
            if (unpacked.length > MAX_BYTES) {
                throw unreadable(name, "this file is larger than 1 GiB when it is unpacked", "");
            }
            return unpacked;
        } catch (IOException e) {
            throw unreadable(name, "this file cannot be unpacked: " + e.getMessage(), "is it complete?");
        }
    }

    /** Reads a pipe to its end. A device may have none, which is told by what comes out of it, or by how much. */
    private static byte[] readSome(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_PIPED_BYTES + 1);
            if (bytes.length > MAX_PIPED_BYTES) {
                String name = path.toString();
                refuseBinary(name, bytes);
                throw unreadable(
                        name,
                        "this is not a file, and more than 64 MiB come out of it",
                        "a pipe or a device is read up to there; put the text into a file");
            }
            return bytes;
        }
    }

    private static void refuseBinary(String name, byte[] bytes) {
        if (startsWith(bytes, 0x1f, 0x8b) || startsWith(bytes, 'B', 'Z', 'h') || startsWith(bytes, 0xfd, '7', 'z')) {
            throw unreadable(
                    name,
                    "this file is compressed, not text",
                    "R's .rds and .RData files look like this: write the data with dump() instead");
        }
        if (startsWith(bytes, 'P', 'K', 3, 4)) {
            throw unreadable(
                    name,
                    "this is a zip, Word or Excel file, not text",
                    "save it as plain text (models) or as CSV (data)");
        }
        if (startsWith(bytes, '%', 'P', 'D', 'F')) {
            throw unreadable(name, "this is a PDF file, not text", "");
        }
        boolean wide = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff);
        for (int i = 0; i < Math.min(bytes.length, 8192) && !wide; i++) {
            if (bytes[i] == 0) {
                throw unreadable(name, "this is a binary file, not text", "is it the right file?");
            }
        }
    }

    private static boolean startsWith(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((bytes[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    private static String decode(byte[] bytes) {
        if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
            return new String(bytes, StandardCharsets.UTF_16);
        }
        if (isAscii(bytes)) {
            // Without the detour through characters of two bytes, which a large file might not have room for.
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        try {
            return strict(StandardCharsets.UTF_8, bytes);
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static String strict(Charset charset, byte[] bytes) throws CharacterCodingException {
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static SourceException unreadable(String name, String message, String hint) {
        return new SourceException(SourceProblem.ofFile(name, message, hint));
    }

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** The line of an offset, from 1. */
    public int line(int offset) {
        int found = Arrays.binarySearch(lineStarts(), offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The column of an offset, from 1. */
    public int column(int offset) {
        return offset - lineStarts()[line(offset) - 1] + 1;
    }

    /** A line without its end. */
    public String lineText(int line) {
        int[] starts = lineStarts();
        int end = line < starts.length ? starts[line] : text.length();
        while (end > starts[line - 1] && isLineEnd(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(starts[line - 1], end);
    }

    /** The offset at which a line starts. */
    public int lineStart(int line) {
        return lineStarts()[Math.min(line, lineStarts().length) - 1];
    }

    /** A problem at a place of this text, for those who find it after parsing. */
    public SourceProblem problem(SourceSpan span, String message, String hint) {
        return problem(span.start(), span.end(), message, hint);
    }

    public SourceProblem problem(int start, int end, String message, String hint) {
        int line = line(start);
        int column = column(start);
        return new SourceProblem(name, line, column, message, hint, excerpt(line, column, end - start));
    }

    public SourceException fail(int start, int end, String message, String hint) {
        return new SourceException(problem(start, end, message, hint));
    }

    /** The line and its underline; a long line is cut around the place, as data files may be one line of megabytes. */
    private String excerpt(int line, int column, int length) {
        int lineStart = lineStarts()[line - 1];
        int lineEnd = line < lineStarts().length ? lineStarts()[line] : text.length();
        int place = lineStart + column - 1;
        int from = lineEnd - lineStart <= EXCERPT_WIDTH ? lineStart : Math.max(lineStart, place - EXCERPT_WIDTH / 2);
        int to = Math.min(lineEnd, from + EXCERPT_WIDTH);
        while (to > from && isLineEnd(text.charAt(to - 1))) {
            to--;
        }
        if (to == from) {
            return "";
        }
        StringBuilder shown = new StringBuilder();
        StringBuilder underline = new StringBuilder();
        if (from > lineStart) {
            shown.append("..");
            underline.append("  ");
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            shown.append(c == '\t' || !Character.isISOControl(c) ? c : ' ');
            if (i < place) {
                underline.append(c == '\t' ? '\t' : ' ');
            }
        }
        if (to < lineEnd && !isLineEnd(text.charAt(to))) {
            shown.append("..");
        }
        underline.append('^').append("~".repeat(Math.max(0, Math.min(length, to - place) - 1)));
        return shown + "\n" + underline;
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    /** Line ends are those of Unix, Windows and the old Mac. */
    private synchronized int[] lineStarts() {
        if (lineStarts == null) {
            int[] starts = new int[64];
            int count = 1;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\n' || (c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'))) {
                    if (count == starts.length) {
                        starts = Arrays.copyOf(starts, 2 * count);
                    }
                    starts[count++] = i + 1;
                }
            }
            lineStarts = Arrays.copyOf(starts, count);
        }
        return lineStarts;
    }
}
