package dev.tandem.inference;

import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.NearMiss;
import dev.tandem.exports.ArvizZarr;
import dev.tandem.exports.Contents;
import dev.tandem.exports.Format;
import dev.tandem.exports.Provenance;
import dev.tandem.exports.Target;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A run to be written for other programs: its draws, what the sampler tells of each, and what the model finds from them,
 * as far as a format has room for it.
 *
 * <pre>{@code
 * posterior.export().write(Path.of("draws.csv"));
 * posterior.export().only(List.of("alpha", "beta")).write(Target.of(Path.of("stan"), Format.STAN_CSV).overwriting());
 * }</pre>
 */
public final class Export {
    private final Run run;
    private final long seed;
    private final Provenance provenance;
    private final Supplier<Optional<BoundModel>> model;
    private final List<String> names;
    private final boolean recordedOnly;

    private Export(
            Run run,
            long seed,
            Provenance provenance,
            Supplier<Optional<BoundModel>> model,
            List<String> names,
            boolean recordedOnly) {
        this.run = run;
        this.seed = seed;
        this.provenance = provenance;
        this.model = model;
        this.names = List.copyOf(names);
        this.recordedOnly = recordedOnly;
    }

    /**
     * The draws of a density.
     *
     * @param name of the model
     * @param version of the program that drew them
     */
    public static Export of(String name, String version, Settings settings, Run run) {
        return new Export(
                run,
                settings.seed(),
                RunDraws.provenance(name, version, settings, run),
                Optional::empty,
                List.of(),
                false);
    }

    /** Draws from the prior of a model, as {@link BoundModel#priorDraws} gives them. */
    public static Contents ofPrior(BoundModel model, DrawSource prior, long seed) {
        Set<String> observed = model.observations().variables().stream()
                .map(variable -> BaseName.of(variable.name()))
                .collect(Collectors.toSet());
        Map<Boolean, List<String>> split = prior.variables().stream()
                .map(Variable::name)
                .collect(Collectors.partitioningBy(name -> observed.contains(BaseName.of(name))));
        List<ArvizZarr.DrawGroup> groups = new ArrayList<>();
        if (!split.get(false).isEmpty()) {
            groups.add(new ArvizZarr.DrawGroup("prior", prior.only(split.get(false))));
        }
        if (!split.get(true).isEmpty()) {
            groups.add(new ArvizZarr.DrawGroup("prior_predictive", prior.only(split.get(true))));
        }
        return new Contents(
                prior,
                groups,
                ModelData.groups(model),
                new Provenance(Program.version(), model.name(), "prior", seed, 0, 1, List.of()));
    }

    /** The same with what the model of the run finds from draws: log densities, predictions, and its data. */
    public Export by(BoundModel bound) {
        return by(() -> Optional.of(bound));
    }

    /** The same with a model that is only made if a format has room for what it finds. */
    public Export by(Supplier<Optional<BoundModel>> bound) {
        return new Export(run, seed, provenance, bound, names, recordedOnly);
    }

    /**
     * Some of the variables, in this order. The name of an array stands for its elements where these were drawn one by
     * one.
     *
     * @throws IllegalArgumentException if there is no such variable
     */
    public Export only(List<String> wanted) {
        List<String> known =
                run.draws().variables().stream().map(Variable::name).toList();
        List<String> selected = new ArrayList<>();
        for (String name : wanted) {
            List<String> found = known.stream()
                    .filter(variable ->
                            variable.equals(name) || BaseName.of(variable).equals(name))
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("the run has no variable " + name + NearMiss.hint(name, known));
            }
            selected.addAll(found);
        }
        return new Export(
                run, seed, provenance, model, selected.stream().distinct().toList(), recordedOnly);
    }

    /** The same without what has to be computed. */
    public Export recordedOnly() {
        return new Export(run, seed, provenance, model, names, true);
    }

    /** Writes it to a new file or folder, in the format that the name tells; see {@link Target#of(Path)}. */
    public List<String> write(Path path) {
        return write(Target.of(path));
    }

    /**
     * Writes it.
     *
     * @return what had to be left out, and why
     */
    public List<String> write(Target target) {
        List<String> notes = new ArrayList<>();
        target.write(contents(target.format(), notes));
        return notes;
    }

    /** What is written in a format; says what had to be left out, and why. */
    Contents contents(Format format, List<String> notes) {
        Optional<BoundModel> bound = format.holdsLogDensity() ? model.get() : Optional.empty();
        DrawSource all = draws(bound, notes);
        DrawSource draws = names.isEmpty() ? all : all.only(names);
        List<ArvizZarr.DrawGroup> groups = new ArrayList<>(List.of(new ArvizZarr.DrawGroup("posterior", draws)));
        List<ArvizZarr.DataGroup> data = List.of();
        if (bound.isPresent() && format.holdsGroups()) {
            data = ModelData.groups(bound.get());
            if (!recordedOnly) {
                predictions(bound.get(), notes).ifPresent(groups::add);
            }
        }
        return new Contents(draws, groups, data, provenance);
    }

    /** Predictions of the run, as {@link Posterior#predictions} gives them, with the data they stand for. */
    public Contents predictions(DrawSource predictions) {
        return new Contents(
                predictions,
                List.of(new ArvizZarr.DrawGroup("posterior_predictive", predictions)),
                model.get().map(ModelData::groups).orElse(List.of()),
                provenance);
    }

    private DrawSource draws(Optional<BoundModel> bound, List<String> notes) {
        if (bound.isPresent() && !recordedOnly) {
            try {
                return RunDraws.withLogDensity(run, bound.get());
            } catch (IllegalArgumentException e) {
                notes.add("the export has no log density: " + e.getMessage());
            }
        }
        return new RunDraws(run);
    }

    private Optional<ArvizZarr.DrawGroup> predictions(BoundModel bound, List<String> notes) {
        if (bound.observations().variables().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ArvizZarr.DrawGroup("posterior_predictive", new Predictions(bound, run.draws(), seed, 1)));
        } catch (IllegalArgumentException e) {
            notes.add("the export has no predictions: " + e.getMessage());
            return Optional.empty();
        }
    }
}
