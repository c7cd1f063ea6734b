package dev.tandem.serve;

/** Where answers go, each of them whole, whoever writes at the same time. */
interface FrameSink {
    /** Writes a frame, or throws an {@link java.io.UncheckedIOException}. */
    void write(Frame frame);
}
