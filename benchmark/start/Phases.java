import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs the program and says how many milliseconds of the processor each of its phases took: {@code Phases FILE ARGUMENTS..}.
 *
 * <p>A thread of its own looks each millisecond at what every thread is doing, and gives the processor time that the thread has used since to
 * that phase. Threads of Java itself are told apart by their names. What looking costs is counted apart.
 */
final class Phases {
    private static final long EVERY_MILLIS = 1;

    /** What a frame begins with, and the phase that it is in. The model's own class is called in several: these frames decide first. */
    private static final String[][] AROUND = {
        {"dev.tandem.sampling.StartSearch", "finding starts"},
        {"dev.tandem.sampling.Chain.start", "finding starts"},
        {"dev.tandem.sampling.Chain.runRounds", "warmup"},
        {"dev.tandem.sampling.Chain.warmUp", "warmup"},
        {"dev.tandem.sampling.Sampling.meet", "warmup"},
        {"dev.tandem.sampling.Chain.draw", "draws"},
        {"dev.tandem.sampling.Chain.sample", "draws"},
        {"dev.tandem.inference.Outcome", "summary and findings"},
        {"dev.tandem.cli.options.OutputOptions.print", "writing"},
        {"dev.tandem.runs.", "writing"},
    };

    /** Elsewhere the innermost of these. */
    private static final String[][] WITHIN = {
        {"dev.tandem.language.data.", "reading data"},
        {"dev.tandem.language.", "reading the model"},
        {"dev.tandem.inference.Model.read", "reading the model"},
        {"dev.tandem.inference.ModelData", "reading data"},
        {"dev.tandem.compiler.generate.", "generating its class"},
        {"dev.tandem.compiler.code.", "generating its class"},
        {"dev.tandem.compiler.", "compiling the model"},
        {"dev.tandem.inference.BoundModel.compile", "compiling the model"},
        {"dev.tandem.report.findings.", "summary and findings"},
        {"dev.tandem.draws.", "summary and findings"},
    };

    private final Map<Long, Long> used = new HashMap<>();
    private final Map<String, Long> phases = new TreeMap<>();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Thread looking = new Thread(this::look, "phases");
    private boolean ended;

    public static void main(String[] words) throws Exception {
        Map<String, Long> before = ofJava();
        Phases phases = new Phases();
        phases.phases.put("Java's start", before.values().stream().mapToLong(Long::longValue).sum());
        phases.looking.setDaemon(true);
        phases.looking.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> phases.end(Path.of(words[0]), before), "phases-end"));
        Class.forName("dev.tandem.cli.Tandem")
                .getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(words, 1, words.length));
    }

    private void look() {
        try {
            while (true) {
                count();
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void count() {
        if (ended) {
            return;
        }
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            long id = thread.getKey().getId();
            long now = threads.getThreadCpuTime(id);
            if (now >= 0) {
                // What the main thread used before is in the start.
                Long before = used.put(id, now);
                long since = before == null ? (id == 1 ? 0 : now) : now - before;
                phases.merge(thread.getKey() == looking ? "looking" : phase(thread.getKey(), thread.getValue()), since, Long::sum);
            }
        }
    }

    private static String phase(Thread thread, StackTraceElement[] stack) {
        return find(stack, AROUND).or(() -> find(stack, WITHIN)).orElse(thread.getName().startsWith("chain") ? "draws" : "other");
    }

    private static Optional<String> find(StackTraceElement[] stack, String[][] phases) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName() + "." + frame.getMethodName();
            for (String[] phase : phases) {
                if (name.startsWith(phase[0])) {
                    return Optional.of(phase[1]);
                }
            }
        }
        return Optional.empty();
    }

    private void end(Path file, Map<String, Long> before) {
        count();
        synchronized (this) {
            ended = true;
            ofJava().forEach((name, time) -> {
                if (!name.equals("Java's own")) {
                    phases.merge(name, time - before.getOrDefault(name, 0L), Long::sum);
                }
            });
            StringBuilder lines = new StringBuilder();
            phases.forEach((name, time) -> lines.append(name).append('\t').append(time).append('\n'));
            try {
                Files.writeString(file, lines);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What the threads have used that Java has for itself, and all others so far, in nanoseconds. */
    private static Map<String, Long> ofJava() {
        Map<String, Long> used = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : (Iterable<Path>) tasks::iterator) {
                String name = Files.readString(task.resolve("comm"));
                long time = Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
                String kind = name.startsWith("C1 ") ? "Java's quick compiler"
                        : name.startsWith("C2 ") ? "Java's careful compiler"
                        : name.startsWith("G1 ") || name.startsWith("GC ") ? "Java's collector"
                        // It stops the others for each look; where there is no thread for collecting it does that too.
                        : name.startsWith("VM Thread") ? "looking"
                        : "Java's own";
                used.merge(kind, time, Long::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return used;
    }
}
