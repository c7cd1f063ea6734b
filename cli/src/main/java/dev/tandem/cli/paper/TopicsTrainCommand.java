package dev.tandem.cli.paper;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.QuietOption;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.paper.topics.BadInput;
import dev.tandem.paper.topics.Corpus;
import dev.tandem.paper.topics.TopicTraining;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits a correlated topic model to a corpus. */
@Command(
        name = "train",
        usageHelpWidth = 90,
        description = "Fit a correlated topic model to a corpus by variational EM (Blei and Lafferty 2007).",
        footer = {
            "",
            "The corpus is in the format of lda-c, a line \"M term:count term:count ..\" for each",
            "document, terms numbered from 0; a name that ends in .gz is unpacked. The model is",
            "written as the files of ctm-c: final-param.txt, final-mu.dat, final-cov.dat,",
            "final-inv-cov.dat, final-log-det-inv-cov.dat, final-log-beta.dat, final-lambda.dat,",
            "final-nu.dat and likelihood.dat. As there, the last topic's eta is 0.",
            "The same seed gives the same model, whatever the number of threads."
        })
public final class TopicsTrainCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "CORPUS", description = "The corpus.")
    private Path corpusFile;

    @Option(names = "--topics", paramLabel = "K", required = true, description = "The number of topics.")
    private int topics;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder for the model.")
    private Path out;

    @Option(
            names = "--starts",
            paramLabel = "N",
            defaultValue = "1",
            description = "First guesses to try; the model with the best bound is kept. Default: ${DEFAULT-VALUE}.")
    private int starts;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "500",
            description = "Iterations of EM at most. Default: ${DEFAULT-VALUE}.")
    private int iterations;

    @Option(
            names = "--tolerance",
            paramLabel = "X",
            defaultValue = "1e-5",
            description =
                    "EM ends when an iteration gains less than this part of the bound. Default: ${DEFAULT-VALUE}.")
    private double tolerance;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the first guess. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to use. Default: one for each processor.")
    private Integer threads;

    @Mixin
    private QuietOption progress;

    @Override
    public Integer call() {
        return new Work().run();
    }

    /** Fits the model. */
    private final class Work extends PaperWork {
        @Override
        int work() {
            if (starts < 1) {
                throw bad("starts must be at least 1, not " + starts);
            }
            if (!(tolerance > 0)) {
                throw bad("the tolerance must be positive, not " + tolerance);
            }
            Corpus corpus = Corpus.read(corpusFile);
            if (topics > corpus.terms()) {
                throw new BadInput(
                        corpusFile,
                        topics + " topics are more than the " + corpus.terms() + " terms of its vocabulary");
            }
            PrintWriter err = err();
            TopicTraining.Result best = null;
            for (int start = 0; start < starts; start++) {
                TopicTraining.Result result = train(corpus, start, err);
                best = best == null || result.bound() > best.bound() ? result : best;
            }
            best.write(out);
            PrintWriter screen = out();
            screen.printf(
                    Locale.ROOT,
                    "%,d documents, %,d words, %,d terms, %d topics: bound %,.1f after %d iterations; wrote %s%n",
                    corpus.documents().size(),
                    corpus.words(),
                    corpus.terms(),
                    topics,
                    best.bound(),
                    best.bounds().length - 1,
                    out);
            screen.flush();
            return ExitCode.DONE;
        }

        private TopicTraining.Result train(Corpus corpus, int start, PrintWriter err) {
            int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
            TopicTraining training;
            try {
                training = new TopicTraining(topics, seed + start, iterations, tolerance, 50, 1e-7, used);
            } catch (IllegalArgumentException e) {
                throw bad(e.getMessage());
            }
            return training.fit(corpus, (iteration, bound) -> {
                if (!progress.quiet()) {
                    err.printf(Locale.ROOT, "start %d  iteration %3d  bound %,.1f%n", start + 1, iteration, bound);
                    err.flush();
                }
            });
        }
    }
}
