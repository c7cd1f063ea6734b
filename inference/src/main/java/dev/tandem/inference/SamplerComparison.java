package dev.tandem.inference;

import dev.tandem.density.MixedDensity;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.MeanComparison;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.Wording;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.SamplingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * One density sampled by several kernels: how good, how fast, and do they agree?
 *
 * @param entries one for each kernel, in the order given
 */
public record SamplerComparison(List<Entry> entries) {
    /** The probability that right samplers are said to disagree. */
    private static final double FALSE_ALARMS = 0.01;

    private static final double GREATEST_RHAT = 1.01;

    public SamplerComparison {
        entries = List.copyOf(entries);
    }

    /**
     * One sampler's run, or why there is none.
     *
     * @param sampler its name
     * @param result empty if it cannot sample this
     * @param failure why; empty if it can
     */
    public record Entry(String sampler, Optional<Result> result, String failure) {}

    /**
     * How a sampler did.
     *
     * @param kernel the kernel that was used
     * @param rhat the largest R-hat of all unknowns and the log density; NaN if it is not known
     * @param moving whether anything moved
     * @param size the smallest effective size
     * @param worst the unknown with the smallest effective size
     * @param perSecond that size by seconds of sampling
     * @param perGradient that size by gradients
     * @param warmupSeconds of the slowest chain
     * @param samplingSeconds of the slowest chain
     * @param divergences of all chains
     * @param comparison with the first sampler; empty for that one
     */
    public record Result(
            KernelFamily kernel,
            double rhat,
            boolean moving,
            double size,
            String worst,
            double perSecond,
            double perGradient,
            double warmupSeconds,
            double samplingSeconds,
            int divergences,
            Optional<MeanComparison> comparison) {
        public boolean converged() {
            return !moving || rhat <= GREATEST_RHAT;
        }

        /** Whether its means agree with those of the first sampler, as far as can be told. */
        public boolean agrees() {
            return comparison.map(means -> means.holds(FALSE_ALARMS)).orElse(true);
        }

        /** The largest R-hat as people write it. */
        public String rhatText() {
            return Double.isNaN(rhat)
                    ? "-"
                    : rhat == Double.POSITIVE_INFINITY ? "Inf" : String.format(Locale.ROOT, "%.3f", rhat);
        }

        private static Result of(Run run, Summary summary, Optional<Summary> first) {
            Convergence convergence = Convergence.of(run.draws(), run.courses());
            boolean moving = !convergence.rhatOf().isEmpty();
            double size = convergence.sizeOf().isEmpty() ? Double.NaN : convergence.size();
            double sampling = slowest(run, ChainReport::samplingSeconds);
            long gradients =
                    run.chains().stream().mapToLong(ChainReport::gradients).sum();
            return new Result(
                    run.kernel(),
                    moving ? convergence.rhat() : Double.NaN,
                    moving,
                    size,
                    convergence.sizeOf().isEmpty() ? "-" : convergence.sizeOf().replaceFirst("^the ", ""),
                    size / sampling,
                    gradients == 0 ? Double.NaN : size / gradients,
                    slowest(run, ChainReport::warmupSeconds),
                    sampling,
                    run.divergences(),
                    first.map(reference -> MeanComparison.of(reference, summary)));
        }

        private static double slowest(Run run, ToDoubleFunction<ChainReport> seconds) {
            return run.chains().stream().mapToDouble(seconds).max().orElse(Double.NaN);
        }
    }

    /**
     * Something that gives reason to distrust a sampler.
     *
     * @param cause of what kind it is
     * @param sampler which one; empty if it is about all
     * @param what in words
     */
    public record Warning(Cause cause, String sampler, String what) {}

    /** The kinds of warnings. */
    public enum Cause {
        /** The kernel is biased, and known to be. */
        BIASED,
        NOT_CONVERGED,
        /** The means are further apart than chance would have them. */
        DISAGREES,
        NOTHING_TO_COMPARE
    }

    /**
     * Samples by one kernel after another.
     *
     * @param samplers kernels by their names; an empty one is chosen by the density
     * @param listener hears the name of each kernel before it begins
     * @throws SamplingException if it was stopped: nothing can be compared then
     */
    public static SamplerComparison of(
            MixedDensity density,
            Settings settings,
            Map<String, Optional<KernelFamily>> samplers,
            Consumer<String> listener,
            Cancellation cancellation) {
        List<Entry> entries = new ArrayList<>();
        Optional<Summary> first = Optional.empty();
        for (Map.Entry<String, Optional<KernelFamily>> sampler : samplers.entrySet()) {
            Settings own = sampler.getValue().map(settings::withKernel).orElse(settings);
            listener.accept(sampler.getKey());
            try {
                Run run = Sampling.run(density, own, progress -> {}, cancellation);
                if (cancellation.cancelled()) {
                    throw new SamplingException("stopped before all samplers were done; nothing can be compared");
                }
                Summary summary = run.summary();
                entries.add(new Entry(sampler.getKey(), Optional.of(Result.of(run, summary, first)), ""));
                first = first.or(() -> Optional.of(summary));
            } catch (SamplingException e) {
                if (cancellation.cancelled()) {
                    throw e;
                }
                entries.add(new Entry(sampler.getKey(), Optional.empty(), e.getMessage()));
            }
        }
        return new SamplerComparison(entries);
    }

    private List<Entry> done() {
        return entries.stream().filter(entry -> entry.result().isPresent()).toList();
    }

    /** Whether the means of a sampler agree with those of the first; empty if one of them does not know its own. */
    public Optional<Boolean> agrees(Entry entry) {
        Result result = entry.result().orElseThrow();
        return bothConverged(entry) || !result.agrees() ? Optional.of(result.agrees()) : Optional.empty();
    }

    /** Whether a sampler and the first one, with which it is compared, know their own means. */
    private boolean bothConverged(Entry entry) {
        return entry.result().orElseThrow().converged()
                && done().get(0).result().orElseThrow().converged();
    }

    /** What gives reason to distrust one sampler or another; empty if nothing does. */
    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        List<Entry> done = done();
        for (Entry entry : done) {
            Result result = entry.result().orElseThrow();
            if (!result.kernel().exact()) {
                String what = Findings.bias(result.kernel().toString(), Wording.plain())
                        .what();
                warnings.add(new Warning(Cause.BIASED, entry.sampler(), what));
            }
            if (!result.converged()) {
                String rhat = Double.isNaN(result.rhat()) ? "not known" : result.rhatText();
                warnings.add(new Warning(
                        Cause.NOT_CONVERGED,
                        entry.sampler(),
                        entry.sampler() + " has not converged (R-hat " + rhat + "): its numbers mean little."));
            }
            if (!result.agrees()) {
                warnings.add(
                        new Warning(
                                Cause.DISAGREES,
                                entry.sampler(),
                                entry.sampler() + " disagrees with "
                                        + done.get(0).sampler() + ": " + distance(result)
                                        + (bothConverged(entry)
                                                ? " One of them is wrong, or has not found all of the posterior."
                                                : " Runs that have not converged may lie so far apart; longer ones would tell.")));
            }
        }
        if (done.size() < 2) {
            warnings.add(new Warning(Cause.NOTHING_TO_COMPARE, "", "there is nothing to compare."));
        }
        return warnings;
    }

    private static String distance(Result result) {
        MeanComparison comparison = result.comparison().orElseThrow();
        MeanComparison.Difference apart = comparison.largest().orElseThrow();
        return String.format(
                Locale.ROOT,
                "their means of %s lie %.1f standard errors apart, where %.1f would be much.",
                apart.name(),
                apart.standardErrors(),
                comparison.limit(FALSE_ALARMS));
    }

    /** What can be concluded, a sentence each. */
    public List<String> conclusions() {
        List<String> lines = new ArrayList<>();
        List<Entry> done = done();
        if (done.size() > 1
                && done.stream().allMatch(entry -> entry.result().orElseThrow().agrees())) {
            lines.add(agreement(done));
        }
        done.stream()
                .filter(entry -> entry.result().orElseThrow().converged()
                        && entry.result().orElseThrow().kernel().exact())
                .max(Comparator.comparingDouble(
                        entry -> entry.result().orElseThrow().perSecond()))
                .ifPresent(best -> lines.add("Most effective draws per second: " + best.sampler() + "."));
        return lines;
    }

    /** What may be said where no difference was found: nothing, if some run does not know its own means. */
    private static String agreement(List<Entry> done) {
        List<String> lost = done.stream()
                .filter(entry -> !entry.result().orElseThrow().converged())
                .map(Entry::sampler)
                .toList();
        if (!lost.isEmpty()) {
            return "Whether the means agree cannot be told: " + String.join(", ", lost)
                    + (lost.size() == 1 ? " has" : " have") + " not converged.";
        }
        int unknown = done.stream()
                .flatMap(entry -> entry.result().orElseThrow().comparison().stream())
                .mapToInt(MeanComparison::unknown)
                .max()
                .orElse(0);
        return "The means agree: no difference is beyond chance."
                + (unknown == 0
                        ? ""
                        : " Of " + unknown + (unknown == 1 ? " unknown" : " unknowns")
                                + " there are too few effective draws to compare.");
    }
}
