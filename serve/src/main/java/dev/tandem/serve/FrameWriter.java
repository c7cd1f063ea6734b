package dev.tandem.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import tools.jackson.databind.json.JsonMapper;

/** Writes frames as {@link FrameReader} reads them. */
final class FrameWriter implements FrameSink {
    private final OutputStream out;

    FrameWriter(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(Frame frame) {
        byte[] message = JsonMapper.shared().writeValueAsBytes(frame.message());
        ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(message.length)
                .putInt(frame.body().remaining());
        synchronized (this) {
            try {
                out.write(lengths.array());
                out.write(message);
                out.write(frame.body().array());
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
