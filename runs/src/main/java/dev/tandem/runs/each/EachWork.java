package dev.tandem.runs.each;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.report.findings.Finding;
import dev.tandem.runs.DescriptionJson;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.RunLayout;
import dev.tandem.runs.StoredModel;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.Trouble;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.SamplingException;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * What a process needs in order to do data sets of a run over many: the text of the model, the settings with their seed,
 * and where the data are and the results go. Those folders have to be on a file system that all see.
 */
public final class EachWork implements Serializable {
    private static final long serialVersionUID = 1;

    /** Shapes of data sets whose classes are kept. */
    private static final int CLASSES = 500;

    private final String folder;
    private final String source;
    private final byte[] description;
    private final String modelText;
    private final String commonData;
    private transient Prepared prepared;

    public EachWork(Path folder, Path source, RunDescription description, String modelText, String commonData) {
        this.folder = folder.toString();
        this.source = source.toString();
        this.description = DescriptionJson.write(description);
        this.modelText = modelText;
        this.commonData = commonData;
    }

    /** What all data sets share, read once in each process. */
    private record Prepared(RunDescription description, Model model, DataSet common, ClassCache classes) {}

    private synchronized Prepared prepared() {
        if (prepared == null) {
            RunDescription run = DescriptionJson.read(description);
            Model model = Model.of(
                    SourceText.of(run.model(), modelText), run.dialect().orElseThrow());
            prepared = new Prepared(
                    run,
                    model,
                    StoredModel.parse(
                            RunLayout.data(Path.of(folder)),
                            commonData,
                            run.dialect().orElseThrow()),
                    new ClassCache(CLASSES));
        }
        return prepared;
    }

    /**
     * Does a batch, and puts its results into files before it returns.
     *
     * @param again whether it was begun before, so that some of it may be there
     * @param cancelled whether to stop; data sets that are done are kept
     */
    public EachBatch.Result run(EachBatch batch, boolean again, BooleanSupplier cancelled) {
        EachTables tables =
                new EachTables(Path.of(folder), prepared().description().identity());
        Set<Integer> there = again ? present(tables, batch) : Set.of();
        long begun = System.nanoTime();
        List<EachBatch.Failure> failures = new ArrayList<>();
        List<EachBatch.Member> rest = new ArrayList<>();
        EachTables.Part part = tables.part();
        int warned = 0;
        boolean first = true;
        for (EachBatch.Member member : batch.members()) {
            if (there.contains(member.number())) {
                continue;
            }
            if (!first && (cancelled.getAsBoolean() || seconds(begun) > batch.patience())) {
                rest.add(member);
                continue;
            }
            first = false;
            try {
                Optional<Outcome> outcome = sample(member, cancelled);
                if (outcome.isEmpty()) {
                    rest.add(member);
                    continue;
                }
                List<Finding> warnings = outcome.get().findings().warnings();
                warned += warnings.isEmpty() ? 0 : 1;
                part.add(member, outcome.get(), warnings);
            } catch (SourceException e) {
                failures.add(new EachBatch.Failure(member, true, inWords(member, e)));
            } catch (SamplingException e) {
                failures.add(new EachBatch.Failure(member, false, path(member) + ": " + e.getMessage()));
            }
        }
        double spent = seconds(begun);
        try {
            part.commit();
            tables.fail(failures);
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
        return new EachBatch.Result(part.rows() + there.size(), warned, failures, rest, spent);
    }

    /** Data sets of the batch that an earlier attempt has put into files. */
    private static Set<Integer> present(EachTables tables, EachBatch batch) {
        Set<Integer> found = new HashSet<>();
        try {
            for (EachBatch.Member member : batch.members()) {
                found.addAll(tables.numbersOfPart(member.number()));
            }
        } catch (IOException e) {
            throw new RunFolderException("the results so far cannot be read: " + Trouble.with(e), e);
        }
        return found;
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) * 1e-9;
    }

    private Path path(EachBatch.Member member) {
        return Path.of(source).resolve(member.name());
    }

    /** Every problem, with the file that it is in. */
    private String inWords(EachBatch.Member member, SourceException failure) {
        String file = path(member).toString();
        return failure.problems().stream()
                .map(SourceProblem::headline)
                .map(line -> line.startsWith(file) ? line : file + ": " + line)
                .collect(Collectors.joining("\n"));
    }

    /** Samples one data set in this thread; empty if it was cancelled half way. */
    private Optional<Outcome> sample(EachBatch.Member member, BooleanSupplier cancelled) {
        long begun = System.nanoTime();
        Prepared shared = prepared();
        RunDescription run = shared.description();
        DataSet own = DataFile.read(path(member), run.dialect().orElseThrow());
        BoundModel bound = shared.model().with(shared.common().merge(own)).summing(run.summing());
        CompiledDensity density = (run.monitored().isEmpty()
                        ? bound
                        : bound.monitoring(run.monitored().toArray(new String[0])))
                .compile(shared.classes());
        double compiled = seconds(begun);
        Settings settings =
                run.settings().withThreads(1).withSeed(seed(run.settings().seed(), member.name()));
        Recorder recorder = Recorder.inMemory(density.space(), settings);
        Run done = Sampling.run(settings.kernelFor(density.space()), settings, recorder, target -> {
            boolean complete = true;
            for (int chain = 0; chain < settings.chains() && complete; chain++) {
                complete = Sampling.runChain(
                        density, settings, chain, target, recorder.chain(chain), progress -> {}, cancelled);
            }
            return complete;
        });
        if (done.cancelled()) {
            return Optional.empty();
        }
        return Optional.of(Outcome.of(member.name(), density.space(), settings, compiled, Optional.empty(), done)
                .heldAgainst(bound));
    }

    /**
     * The seed of a data set: that of the run mixed with the name of its file, so that data sets have streams of their
     * own, which neither their order nor their number changes.
     */
    public static long seed(long seed, String name) {
        String digest = StoredFiles.sha256((seed + "\n" + name).getBytes(StandardCharsets.UTF_8));
        long value = Long.parseUnsignedLong(digest.substring(0, 2 * Long.BYTES), 16);
        // Positive, and exact as a double: it is read by other programs, and typed.
        return value >>> 11;
    }
}
