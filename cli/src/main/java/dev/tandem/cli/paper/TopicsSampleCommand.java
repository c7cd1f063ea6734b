package dev.tandem.cli.paper;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Interruption;
import dev.tandem.cli.options.MemoryNeed;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.options.QuietOption;
import dev.tandem.cli.options.SeedOption;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.screen.ProgressDisplay;
import dev.tandem.cli.screen.RunScreen;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.models.TopicDocument;
import dev.tandem.paper.topics.BadInput;
import dev.tandem.paper.topics.Corpus;
import dev.tandem.paper.topics.TopicModel;
import dev.tandem.report.text.Columns;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Samples the topics of one document under a trained model. */
@Command(
        name = "sample",
        usageHelpWidth = 90,
        description = "Sample the topics of one document under a trained model.",
        footer = {
            "",
            "The model is a folder with the files of ctm-c, such as 'tandem topics train' writes.",
            "Topics are numbered from 0 as in those files."
        })
public final class TopicsSampleCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "The folder with the model.")
    private Path modelFolder;

    @Option(
            names = "--corpus",
            paramLabel = "FILE",
            required = true,
            description = "The corpus, in the format of lda-c.")
    private Path corpusFile;

    @Option(
            names = "--document",
            paramLabel = "N",
            required = true,
            description = "The document's line in the corpus, counted from 0.")
    private int number;

    @Option(
            names = "--chains",
            paramLabel = "N",
            defaultValue = "4",
            description = "Chains. Default: ${DEFAULT-VALUE}.")
    private int chains;

    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Draws of each chain. Default: ${DEFAULT-VALUE}.")
    private int draws;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Iterations of warmup in each chain. Default: ${DEFAULT-VALUE}.")
    private int warmup;

    @Mixin
    private SeedOption randomness;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to use. Default: one for each processor.")
    private Integer threads;

    @Mixin
    private QuietOption progress;

    @Override
    public Integer call() {
        return new Work().run();
    }

    /** Samples the document. */
    private final class Work extends PaperWork {
        @Override
        int work() {
            TopicModel model = TopicModel.read(modelFolder);
            Corpus corpus = Corpus.read(corpusFile);
            Settings settings = settings();
            TopicDocument document = document(model, corpus);
            MemoryNeed.check(TopicsSampleCommand.this::spec, document.space(), settings, false);
            PrintWriter err = err();
            Cancellation cancellation = new Cancellation();
            Interruption interruption = new Interruption(cancellation, false).begin();
            try {
                Run run = sample(document, settings, err, cancellation);
                String name = "document " + number + ", " + document.tokens() + " words";
                Outcome outcome =
                        Outcome.of(name, document.space(), settings, run).worded(OptionWords.OPTIONS);
                PrintWriter out = out();
                if (outcome.hasDraws()) {
                    out.print(Columns.rightAligned(shares(run.draws(), model.topics(), document.tokens())));
                    out.println();
                }
                // The table of unknowns shows eta, which stands for topics 0, .., K - 2; topics of single words follow
                // it.
                out.print(RunScreen.render(outcome, model.topics() - 1));
                out.print(outcome.findings().render());
                out.print(RunScreen.leftOut(outcome));
                out.flush();
            } finally {
                interruption.close();
            }
            return ExitCode.DONE;
        }

        private Settings settings() {
            try {
                Settings settings = Settings.defaults()
                        .withChains(chains)
                        .withWarmup(warmup)
                        .withDraws(draws)
                        .withSeed(randomness.seed());
                return threads == null ? settings : settings.withThreads(threads);
            } catch (IllegalArgumentException e) {
                throw bad(e.getMessage());
            }
        }

        private TopicDocument document(TopicModel model, Corpus corpus) {
            int count = corpus.documents().size();
            if (number < 0 || number >= count) {
                throw new BadInput(corpusFile, "there is no document " + number + ": it has 0 to " + (count - 1));
            }
            int[] words = corpus.documents().get(number).words();
            int greatest = Arrays.stream(words).max().orElse(-1);
            if (greatest < 0) {
                throw new BadInput(corpusFile, number + 1, "the document has no words");
            }
            if (greatest >= model.terms()) {
                throw new BadInput(
                        corpusFile,
                        number + 1,
                        "the document has the term " + greatest + ", the model knows 0 to " + (model.terms() - 1));
            }
            return model.document(words);
        }

        private Run sample(TopicDocument document, Settings settings, PrintWriter err, Cancellation cancellation) {
            Recorder recorder = Recorder.inMemory(document.space(), settings);
            try (ProgressDisplay display = ProgressDisplay.start(err, settings, recorder, progress.quiet())) {
                return Sampling.run(document, settings, recorder, display, cancellation);
            }
        }

        /** The shares of the topics, softmax of eta and 0, and how many words each has, in the order of the files. */
        private static List<List<String>> shares(Draws draws, int topics, int words) {
            int firstEta = draws.firstElement("eta");
            int firstTopic = draws.firstElement("z");
            List<List<String>> lines = new ArrayList<>();
            lines.add(List.of("topic", "share", "5%", "95%", "words"));
            for (int topic = 0; topic < topics; topic++) {
                double[][] share = new double[draws.chains()][draws.drawsPerChain()];
                double words0 = 0;
                // The density's topic 1 is the last of the model's.
                int label = topic == topics - 1 ? 1 : topic + 2;
                for (int chain = 0; chain < share.length; chain++) {
                    for (int draw = 0; draw < share[chain].length; draw++) {
                        double total = 1;
                        for (int k = 0; k < topics - 1; k++) {
                            total += Math.exp(draws.value(chain, draw, firstEta + k));
                        }
                        double own = topic == topics - 1 ? 1 : Math.exp(draws.value(chain, draw, firstEta + topic));
                        share[chain][draw] = own / total;
                        for (int n = 0; n < words; n++) {
                            words0 += draws.value(chain, draw, firstTopic + n) == label ? 1 : 0;
                        }
                    }
                }
                lines.add(List.of(
                        Integer.toString(topic),
                        decimal(Diagnostics.mean(share), 3),
                        decimal(Diagnostics.quantile(share, 0.05), 3),
                        decimal(Diagnostics.quantile(share, 0.95), 3),
                        decimal(words0 / ((double) draws.chains() * draws.drawsPerChain()), 1)));
            }
            return lines;
        }

        private static String decimal(double value, int digits) {
            return String.format(Locale.ROOT, "%." + digits + "f", value);
        }
    }
}
