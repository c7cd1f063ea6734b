package dev.tandem.inference.export;

import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.NearMiss;
import dev.tandem.draws.VariableNames;
import dev.tandem.exports.ArvizZarr;
import dev.tandem.exports.Contents;
import dev.tandem.exports.Format;
import dev.tandem.exports.Provenance;
import dev.tandem.exports.Target;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.basis.Program;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.inference.prediction.Predictor;
import dev.tandem.language.source.SourceException;
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
    private final Supplier<Optional<ModelView>> model;
    private final List<String> names;
    private final boolean recordedOnly;
    /** The log likelihood that tables have beside the draws; empty for none. */
    private final Optional<LogLikelihood.Choice> likelihood;

    private Export(
            Run run,
            long seed,
            Provenance provenance,
            Supplier<Optional<ModelView>> model,
            List<String> names,
            boolean recordedOnly,
            Optional<LogLikelihood.Choice> likelihood) {
        this.run = run;
        this.seed = seed;
        this.provenance = provenance;
        this.model = model;
        this.names = List.copyOf(names);
        this.recordedOnly = recordedOnly;
        this.likelihood = likelihood;
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
                false,
                Optional.empty());
    }

    /** Draws from the prior of a model, as {@link dev.tandem.inference.BoundModel#priorDraws} gives them. */
    public static Contents ofPrior(ModelView model, DrawSource prior, long seed) {
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

    /** This export with what the model of the run finds from draws: log densities, predictions, and its data. */
    public Export by(ModelView bound) {
        return by(() -> Optional.of(bound));
    }

    /** This export with a model that is only made if a format has room for what it finds from draws. */
    public Export by(Supplier<? extends Optional<? extends ModelView>> bound) {
        return new Export(
                run, seed, provenance, () -> bound.get().map(known -> known), names, recordedOnly, likelihood);
    }

    /**
     * Some of the variables, or parts of them such as {@code beta[2]} or {@code z[1:5,]}, in this order. The name of an
     * array stands for its elements where these were drawn one by one.
     *
     * @throws IllegalArgumentException if there is no such variable
     */
    public Export only(List<String> wanted) {
        List<Variable> known = run.draws().variables();
        List<String> selected = new ArrayList<>();
        for (String name : wanted) {
            List<String> found = VariableNames.matching(known, name);
            if (found.isEmpty()) {
                throw new IllegalArgumentException("the run has no variable " + name
                        + NearMiss.hint(name, known.stream().map(Variable::name).toList()));
            }
            selected.addAll(found);
        }
        return new Export(
                run, seed, provenance, model, selected.stream().distinct().toList(), recordedOnly, likelihood);
    }

    /** This export without what has to be computed. */
    public Export recordedOnly() {
        return new Export(run, seed, provenance, model, names, true, likelihood);
    }

    /**
     * This export with the log likelihood of every unit of the data, {@code log_lik}, and the log density of the unknowns,
     * {@code lprior}, in tables too; ArviZ has them in groups of their own without being asked.
     */
    public Export withLogLikelihood(LogLikelihood.Choice choice) {
        return new Export(run, seed, provenance, model, names, recordedOnly, Optional.of(choice));
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
        Optional<ModelView> bound = format.holdsLogDensity() || likelihood.isPresent() ? model.get() : Optional.empty();
        DrawSource all = draws(format.holdsLogDensity() ? bound : Optional.empty(), notes);
        DrawSource draws = names.isEmpty() ? all : all.only(names);
        if (likelihood.isPresent() && !format.holdsGroups()) {
            ModelView known = bound.orElseThrow(() -> new IllegalArgumentException(
                    "a density written in Java does not say what was observed, so there is no log likelihood"));
            draws = new JoinedDraws(draws, LogLikelihood.of(known, run.draws(), likelihood.get()));
        }
        List<ArvizZarr.DrawGroup> groups = new ArrayList<>(List.of(new ArvizZarr.DrawGroup("posterior", draws)));
        List<ArvizZarr.DataGroup> data = List.of();
        if (bound.isPresent() && format.holdsGroups()) {
            data = ModelData.groups(bound.get());
            if (!recordedOnly) {
                predictions(bound.get(), notes).ifPresent(groups::add);
                logLikelihood(bound.get(), notes).ifPresent(found -> {
                    groups.add(new ArvizZarr.DrawGroup("log_likelihood", found.only(List.of(LogLikelihood.NAME))));
                    groups.add(new ArvizZarr.DrawGroup("log_prior", found.only(List.of(LogLikelihood.PRIOR))));
                });
            }
        }
        return new Contents(draws, groups, data, provenance);
    }

    /** The draws with what the sampler tells of each, nothing computed from them: what a single table holds. */
    public Contents recorded() {
        DrawSource all = new RunDraws(run);
        return new Contents(names.isEmpty() ? all : all.only(names), List.of(), List.of(), provenance);
    }

    /** Predictions of the run, as {@link dev.tandem.inference.Posterior#predictions} gives them, with the data they stand for. */
    public Contents predictions(DrawSource predictions) {
        return new Contents(
                predictions,
                List.of(new ArvizZarr.DrawGroup("posterior_predictive", predictions)),
                model.get().map(ModelData::groups).orElse(List.of()),
                provenance);
    }

    /** What was derived from the draws of the run, as {@link dev.tandem.inference.Posterior#derive} gives it. */
    public Contents derived(DrawSource derived) {
        return new Contents(derived, List.of(new ArvizZarr.DrawGroup("posterior", derived)), List.of(), provenance);
    }

    private DrawSource draws(Optional<ModelView> bound, List<String> notes) {
        if (bound.isPresent() && !recordedOnly) {
            try {
                return RunDraws.withLogDensity(run, bound.get());
            } catch (IllegalArgumentException e) {
                notes.add("the export has no log density: " + e.getMessage());
            }
        }
        return new RunDraws(run);
    }

    private Optional<LogLikelihood> logLikelihood(ModelView bound, List<String> notes) {
        if (bound.observations().variables().isEmpty()) {
            return Optional.empty();
        }
        try {
            LogLikelihood.Choice choice = likelihood.orElse(LogLikelihood.Choice.summed());
            return Optional.of(LogLikelihood.of(bound, run.draws(), choice));
        } catch (IllegalArgumentException | SourceException e) {
            if (likelihood.isPresent()) {
                throw e;
            }
            notes.add("the export has no log likelihood: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<ArvizZarr.DrawGroup> predictions(ModelView bound, List<String> notes) {
        if (bound.observations().variables().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ArvizZarr.DrawGroup(
                    "posterior_predictive", Predictor.predictions(bound, run.draws(), seed, 1)));
        } catch (IllegalArgumentException e) {
            notes.add("the export has no predictions: " + e.getMessage());
            return Optional.empty();
        }
    }
}
