package dev.tandem.serve;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads frames: two lengths of four bytes each, the highest byte first, then a message in JSON and a body. */
final class FrameReader implements FrameSource {
    /** A message has names and settings; numbers by the million belong into the body. */
    static final int LONGEST_MESSAGE = 64 << 20;

    private static final int LONGEST_BODY = 1 << 30;

    private static final int HEADER = 2 * Integer.BYTES;

    private final InputStream in;
    private final long longestBody;

    FrameReader(InputStream in) {
        this.in = in;
        // What is read is copied once more when it becomes data, and what samples needs room too.
        longestBody = Math.min(LONGEST_BODY, Runtime.getRuntime().maxMemory() / 4);
    }

    @Override
    public long longestBody() {
        return longestBody;
    }

    @Override
    public Optional<Frame> next() throws IOException, MalformedFrameException {
        byte[] header = in.readNBytes(HEADER);
        if (header.length < HEADER) {
            return Optional.empty();
        }
        ByteBuffer lengths = ByteBuffer.wrap(header);
        long message = Integer.toUnsignedLong(lengths.getInt());
        long body = Integer.toUnsignedLong(lengths.getInt());
        if (message > LONGEST_MESSAGE || body > longestBody) {
            throw new MalformedFrameException(
                    "a frame with a message of " + message + " and a body of " + body + " bytes is too long: at most "
                            + LONGEST_MESSAGE + " and " + longestBody + " are taken",
                    message + body);
        }
        // Takes memory as bytes come, not as they are announced.
        byte[] text = in.readNBytes((int) message);
        byte[] bytes = in.readNBytes((int) body);
        if (text.length < message || bytes.length < body) {
            return Optional.empty();
        }
        return Optional.of(Frame.of(FrameSource.parse(text), bytes));
    }

    @Override
    public void skip(long count) throws IOException {
        try {
            in.skipNBytes(count);
        } catch (EOFException e) {
            // The next frame will be found missing.
        }
    }
}
