package dev.tandem.cli;

import dev.tandem.cli.commands.CalibrateCommand;
import dev.tandem.cli.commands.CheckCommand;
import dev.tandem.cli.commands.CompareCommand;
import dev.tandem.cli.commands.CompileCommand;
import dev.tandem.cli.commands.DeriveCommand;
import dev.tandem.cli.commands.ExportCommand;
import dev.tandem.cli.commands.LooCommand;
import dev.tandem.cli.commands.PredictCommand;
import dev.tandem.cli.commands.PriorCommand;
import dev.tandem.cli.commands.ReportCommand;
import dev.tandem.cli.commands.SamplersCommand;
import dev.tandem.cli.commands.SensitivityCommand;
import dev.tandem.cli.commands.SummaryCommand;
import dev.tandem.cli.examples.ExamplesCommand;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.options.Version;
import dev.tandem.cli.paper.PaperCommand;
import dev.tandem.cli.paper.TopicsCommand;
import dev.tandem.cli.sample.SampleCommand;
import dev.tandem.cli.sample.WatchCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: finds the command, runs it and turns its result into an exit code. */
@Command(
        name = "tandem",
        description = "Bayesian inference for models whose unknowns are both discrete and continuous.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            SampleCommand.class,
            SummaryCommand.class,
            WatchCommand.class,
            CheckCommand.class,
            ReportCommand.class,
            ExportCommand.class,
            PredictCommand.class,
            DeriveCommand.class,
            LooCommand.class,
            SensitivityCommand.class,
            PriorCommand.class,
            CalibrateCommand.class,
            CompareCommand.class,
            ServeCommand.class,
            CompileCommand.class,
            SamplersCommand.class,
            ExamplesCommand.class,
            TopicsCommand.class,
            PaperCommand.class,
            CompletionCommand.class
        },
        sortOptions = false,
        usageHelpWidth = 90,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  tandem sample model.bug --data data.json   sample a JAGS/BUGS model",
            "  tandem summary RUN                         the table of a run in a folder",
            "  tandem watch RUN                           the run on a page while it goes",
            "  tandem check model.bug --data data.json    say what the model is",
            "  tandem export RUN --out draws.csv          write the draws for other programs",
            "  tandem predict RUN                         new data, held against those observed",
            "  tandem derive RUN 'd <- a[1] - a[2]'       quantities computed from the draws",
            "  tandem loo RUN RUN                         which model predicts better",
            "  tandem sensitivity RUN                     how much the priors decide",
            "  tandem prior model.bug --data data.json    what the model believes before it sees data",
            "  tandem calibrate model.bug --data d.json   test model and sampler on data the model makes",
            "  tandem compare model.bug --data d.json     the same model by several kernels",
            "  tandem compile model.bug --show            show the code generated for it",
            "  tandem serve                               answer the requests of another program",
            "  tandem sample --example gmm                sample a built-in density",
            "  tandem examples                            list the built-in models",
            "  tandem samplers                            list the kernels",
            "  tandem topics train corpus.ldac ..         fit a topic model",
            "  tandem paper all                           rerun the paper's experiments",
            "  tandem sample --help                       all options of a command",
            "",
            "Exit codes: 0 done; 1 done with warnings, if --strict was given; 2 bad usage;",
            "3 the run failed, or its result could not be written; 130 stopped by Ctrl-C; 141 the",
            "reader of the result has gone, as in tandem .. | head."
        })
public final class Tandem implements Runnable {
    @Spec
    private CommandSpec spec;

    private Tandem() {}

    public static void main(String[] arguments) {
        StandardOutput results = StandardOutput.ofThisProgram();
        PrintWriter out = new PrintWriter(results, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Launcher.watch();
        int code = run(out, err, arguments);
        out.flush();
        err.flush();
        System.exit(results.exitCode(code, err));
    }

    /** Runs one command line; results go to {@code out}, progress and complaints to {@code err}. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        try {
            if (PlainLine.asksForVersion(arguments)) {
                out.println(Version.text());
                return ExitCode.DONE;
            }
            Subcommand plain = PlainLine.read(arguments);
            return plain == null ? commandLine(out, err).execute(arguments) : execute(plain, out, err, arguments);
        } catch (OutOfMemoryError e) {
            err.println(
                    "tandem: the memory that Java has, " + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MB, is not enough; give it more, as in TANDEM_JAVA_OPTIONS=-Xmx16g."
                            + (List.of(arguments).contains("sample") ? " With --out, draws take none." : ""));
            return ExitCode.FAILED;
        }
    }

    /** Runs a command that was read without picocli; the line is read by it after all if there is something to complain about. */
    private static int execute(Subcommand command, PrintWriter out, PrintWriter err, String... arguments) {
        command.readBy(
                () -> commandLine(out, err).parseArgs(arguments).subcommand().commandSpec(), out, err);
        try {
            return command.call();
        } catch (ParameterException e) {
            return Complaints.badUsage(e, arguments);
        } catch (Exception e) {
            return Complaints.failedRun(e, command.spec().commandLine(), null);
        }
    }

    /** All commands, with their complaints. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return new CommandLine(new Tandem())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(Complaints::badUsage)
                .setExecutionExceptionHandler(Complaints::failedRun);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
