package dev.tandem.runs;

import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.Trouble;
import dev.tandem.sampling.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A wish, left in the folder of a run, that the program which holds it stop and keep what was drawn. It is a file, so that
 * it reaches a program on another machine too, and ends none that has more to do than this run.
 */
public final class StopRequest implements AutoCloseable {
    private static final long PAUSE_MILLIS = 500;

    private final CountDownLatch closed = new CountDownLatch(1);

    private StopRequest() {}

    /** Asks whoever writes to a folder to stop. */
    public static void leave(Path folder) {
        try {
            Disk.real().write(RunLayout.stopRequest(folder), new byte[0]);
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
    }

    /** Cancels a run when it is asked to stop, until this is closed. */
    static StopRequest obey(Path folder, Cancellation cancellation) {
        StopRequest request = new StopRequest();
        Thread thread = new Thread(() -> request.look(folder, cancellation), "stop request");
        thread.setDaemon(true);
        thread.start();
        return request;
    }

    /** Takes back what was asked for; whoever begins or resumes a run does not want it to stop. */
    static void clear(Path folder) throws IOException {
        Files.deleteIfExists(RunLayout.stopRequest(folder));
    }

    private void look(Path folder, Cancellation cancellation) {
        try {
            while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                if (Files.exists(RunLayout.stopRequest(folder), LinkOption.NOFOLLOW_LINKS)) {
                    cancellation.cancel();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
