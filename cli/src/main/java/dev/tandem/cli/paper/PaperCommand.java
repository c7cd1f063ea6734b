package dev.tandem.cli.paper;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.QuietOption;
import dev.tandem.cli.options.SeedOption;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.screen.TaskLine;
import dev.tandem.draws.NearMiss;
import dev.tandem.paper.PaperData;
import dev.tandem.paper.PaperRun;
import dev.tandem.paper.Scale;
import dev.tandem.report.text.Columns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reruns the experiments of the paper "Mixed Hamiltonian Monte Carlo". */
@Command(
        name = "paper",
        usageHelpWidth = 90,
        description = "Rerun figures and tables of the paper \"Mixed Hamiltonian Monte Carlo\": what it says, what its"
                + " algorithm gives here, and what Tandem's kernels give, side by side.",
        footer = {
            "",
            "Examples:",
            "  tandem paper list",
            "  tandem paper fig3 --out results",
            "  tandem paper all --data DIR --scale paper --out results",
            "",
            "Results of finished chains are kept in the folder: a run that was stopped goes on where",
            "it was. Open index.html in the folder; tables are there as CSV, figures as SVG too."
        })
public final class PaperCommand extends Subcommand {
    private static final String LIST = "list";
    private static final String ALL = "all";

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "list, all, or the names that list shows.")
    private List<String> names;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "quick",
            description = "quick: all in about 30 minutes on two cores; paper: the paper's numbers of chains and draws,"
                    + " which takes days. Default: ${DEFAULT-VALUE}.")
    private String scaleName;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "paper-results",
            description = "The folder for results. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The paper's data (folders blr and ctm). Without it, data of the same law are simulated.")
    private Path data;

    @Mixin
    private SeedOption randomness;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Chains that run at a time. Default: one for each processor.")
    private Integer threads;

    @Mixin
    private QuietOption progress;

    @Override
    public Integer call() {
        return new Work().run();
    }

    /** Runs the experiments. */
    private final class Work extends PaperWork {
        @Override
        int work() {
            PrintWriter screen = out();
            Map<String, String> known = PaperRun.list();
            if (names.equals(List.of(LIST))) {
                List<List<String>> lines = new ArrayList<>();
                known.forEach((name, title) -> lines.add(List.of(name, title)));
                screen.print(Columns.leftAligned(lines));
                screen.flush();
                return ExitCode.DONE;
            }
            List<String> chosen = chosen(known);
            Scale scale = scale();
            int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
            if (used < 1) {
                throw bad("threads must be at least 1, not " + used);
            }
            PaperData source = data == null ? PaperData.simulated(randomness.seed()) : PaperData.read(data);
            PaperRun run = new PaperRun(scale, randomness.seed(), used, out, source);
            Path page;
            try (TaskLine line = new TaskLine(err(), progress.quiet())) {
                page = run.run(chosen, List.of(note()), line::progressed);
            }
            screen.println("wrote " + page);
            screen.flush();
            return ExitCode.DONE;
        }

        /** When, on what and how: a page of results has to tell. */
        private String note() {
            return "Made on " + LocalDate.now(ZoneId.systemDefault()) + " by tandem paper "
                    + String.join(" ", names) + " --scale " + scaleName + " --seed " + randomness.seed()
                    + (data == null ? "" : " --data DIR") + ", on " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch") + " with "
                    + Runtime.getRuntime().availableProcessors()
                    + " processors, Java " + Runtime.version().feature() + ".";
        }

        private List<String> chosen(Map<String, String> known) {
            if (names.contains(ALL)) {
                return List.copyOf(known.keySet());
            }
            for (String name : names) {
                if (!known.containsKey(name)) {
                    throw bad("unknown experiment " + name + NearMiss.hint(name, known.keySet())
                            + "; 'tandem paper list' lists those there are");
                }
            }
            return names;
        }

        private Scale scale() {
            for (Scale scale : Scale.values()) {
                if (scale.name().toLowerCase(Locale.ROOT).equals(scaleName)) {
                    return scale;
                }
            }
            throw bad("the scale is quick or paper, not " + scaleName);
        }
    }
}
