package dev.tandem.cli.sample;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.screen.Significant;
import dev.tandem.runs.cluster.Cluster;
import dev.tandem.runs.each.EachBatch;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.runs.each.EachFolder;
import dev.tandem.sampling.Cancellation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Samples one model for each of many data sets, and says what came of it. */
public final class EachSample {
    /** Failures that are shown; all are in the folder. */
    private static final int MOST_FAILURES = 20;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;

    public EachSample(PrintWriter out, PrintWriter err, boolean quiet) {
        this.out = out;
        this.err = err;
        this.quiet = quiet;
    }

    public EachFolder.Result run(EachFolder folder, EachEngine engine, Cancellation cancellation) {
        return folder.sample(engine, quiet ? result -> {} : new Counter(folder.size()), cancellation::cancelled);
    }

    public EachFolder.Result run(EachFolder folder, Cluster cluster, Cancellation cancellation) {
        EachFolder.Result result = run(folder, cluster.each(), cancellation);
        if (cluster.failures() > 0 && !quiet) {
            err.println("note: " + cluster.failures() + " batches were lost with their executors and done again");
        }
        return result;
    }

    /** Says now and then how far it is. */
    private final class Counter implements Consumer<EachBatch.Result> {
        private static final long PAUSE = 2;

        private final int all;
        private final long begun = System.nanoTime();
        private long last = begun;
        private int done;
        private int failed;

        Counter(int all) {
            this.all = all;
        }

        @Override
        public void accept(EachBatch.Result result) {
            done += result.done();
            failed += result.failures().size();
            long now = System.nanoTime();
            if (now - last > TimeUnit.SECONDS.toNanos(PAUSE)) {
                last = now;
                double rate = (done + failed) / ((now - begun) * 1e-9);
                err.println(String.format(
                        Locale.ROOT,
                        "%,d of %,d data sets, %s a second%s",
                        done + failed,
                        all,
                        Significant.text(rate),
                        failed == 0 ? "" : ", " + failed + " failed"));
                err.flush();
            }
        }
    }

    /** Prints the result; returns the exit code. */
    public int print(EachFolder folder, EachFolder.Result result, boolean json, boolean strict) {
        out.print(json ? inJson(folder, result) : inWords(folder, result));
        out.flush();
        result.failures().stream().limit(MOST_FAILURES).forEach(failure -> err.println(failure.message()));
        if (result.failures().size() > MOST_FAILURES) {
            err.println("and " + (result.failures().size() - MOST_FAILURES) + " more; all are in "
                    + here(folder.path()).resolve("failures.csv"));
        }
        if (!result.failures().isEmpty()) {
            err.println(result.failures().size() + " of " + result.all()
                    + " data sets could not be sampled; once they are mended, tandem sample --resume "
                    + here(folder.path())
                    + " does these and no others");
        }
        err.flush();
        if (!result.failures().isEmpty()) {
            return result.failures().stream().allMatch(EachBatch.Failure::data) ? ExitCode.BAD_USAGE : ExitCode.FAILED;
        }
        if (!result.complete() && result.done() + result.before() == 0) {
            return ExitCode.FAILED;
        }
        return strict && result.warned() > 0 ? ExitCode.WARNINGS : ExitCode.DONE;
    }

    private static String inWords(EachFolder folder, EachFolder.Result result) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%,d data sets: %,d sampled%s%s%s%n",
                result.all(),
                result.done(),
                result.before() > 0 ? String.format(Locale.ROOT, ", %,d before", result.before()) : "",
                result.failures().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %,d failed", result.failures().size()),
                result.complete() ? "" : ", the others not yet: --resume " + here(folder.path()) + " goes on"));
        if (result.warned() > 0) {
            text.append(String.format(
                    Locale.ROOT, "%,d have warnings: see the column warnings of data-sets.csv%n", result.warned()));
        }
        if (result.done() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s s each, %s s in all, %d at a time%s%n",
                    Significant.text(result.seconds() / result.done()),
                    Significant.text(result.elapsed()),
                    result.slots(),
                    Double.isNaN(result.overhead())
                            ? ""
                            : String.format(Locale.ROOT, "; batches cost %.1f %% of that", 100 * result.overhead())));
        }
        text.append(
                result.gathered()
                        ? "tables: " + here(folder.path()).resolve("data-sets.csv") + ", "
                                + here(folder.path()).resolve("summaries.csv") + "\n"
                        : "tables in parts: " + here(folder.path()).resolve("parts") + "\n");
        return text.toString();
    }

    /** As one would type it from where one is. */
    private static Path here(Path folder) {
        Path here = Path.of("").toAbsolutePath();
        return folder.startsWith(here) ? here.relativize(folder) : folder;
    }

    private static String inJson(EachFolder folder, EachFolder.Result result) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("folder", folder.path().toString());
        node.put("data_sets", result.all());
        node.put("sampled", result.done());
        node.put("before", result.before());
        node.put("failed", result.failures().size());
        node.put("warned", result.warned());
        node.put("seconds", result.seconds());
        node.put("elapsed", result.elapsed());
        node.put("slots", result.slots());
        if (Double.isNaN(result.overhead())) {
            node.putNull("overhead");
        } else {
            node.put("overhead", result.overhead());
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
    }
}
