package dev.tandem.cli;

import java.util.Optional;

/** The shell that started this program and waits for its end, if there is one. */
final class Launcher {
    /** The property that has its number. */
    static final String NUMBER = "tandem.launcher";

    private static final long LOOK_MILLIS = 1_000;
    private static final int KILLED = 137;

    private Launcher() {}

    /** Ends this program when that shell is killed, as if it had been killed itself: nobody waits for it any more. */
    static void watch() {
        Long number = Long.getLong(NUMBER);
        // Asked first: to look for processes takes longer than all that a short command does until then.
        if (number == null) {
            return;
        }
        Optional<ProcessHandle> parent = ProcessHandle.current().parent();
        if (parent.isEmpty() || parent.get().pid() != number) {
            return;
        }
        Thread watch = new Thread(() -> endWith(number), "launcher");
        watch.setDaemon(true);
        watch.start();
    }

    private static void endWith(long number) {
        try {
            while (ProcessHandle.current()
                    .parent()
                    .filter(parent -> parent.pid() == number)
                    .isPresent()) {
                Thread.sleep(LOOK_MILLIS);
            }
            Runtime.getRuntime().halt(KILLED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
