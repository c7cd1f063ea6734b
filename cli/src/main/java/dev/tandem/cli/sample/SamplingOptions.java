package dev.tandem.cli.sample;

import dev.tandem.cli.options.OptionGroup;
import dev.tandem.cli.options.PlainWords;
import dev.tandem.cli.options.Sampler;
import dev.tandem.draws.NearMiss;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.warmup.Fixed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that say how to sample; what is not given stays as it is. */
public final class SamplingOptions extends OptionGroup {
    private static final String EFFECTIVE_SIZE = "ess=(\\d+(\\.\\d+)?)";
    private static final double LONGEST_SECONDS = 1e9;

    /** What decides how draws come about, which cannot change half way. */
    private static final List<String> FIXED = List.of(
            "--sampler",
            "--chains",
            "--warmup",
            "--thin",
            "--seed",
            "--target-acceptance",
            "--step-size",
            "--trajectory-time");

    @Option(
            names = "--sampler",
            paramLabel = "NAME",
            description = "The kernel; 'tandem samplers' lists them. Default: auto.")
    private String samplerName;

    @Option(names = "--chains", paramLabel = "N", description = "Independent chains. Default: 4.")
    private Integer chains;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Iterations of warmup in each chain, at most: it ends when the chains agree. Default: 1000.")
    private Integer warmup;

    @Option(
            names = "--draws",
            paramLabel = "N",
            description = "Draws to keep from each chain. Default: 1000. With --until, the first to be looked at.")
    private Integer draws;

    @Option(names = "--thin", paramLabel = "N", description = "Iterations for each draw kept. Default: 1.")
    private Integer thin;

    @Option(
            names = "--until",
            paramLabel = "ess=N",
            description =
                    "Go on until every unknown has N effective draws, and R-hat below 1.01. Looked at after --draws, "
                            + "then after every quarter more.")
    private String until;

    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            description = "Stop after this time at the latest, such as 90s, 10m or 1h30m. How many draws that gives "
                    + "depends on the machine.")
    private String maxTime;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of all randomness. Default: 1.")
    private Long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Chains that run at a time; threads that no chain needs share the sums of large models. "
                    + "Default: one for each processor.")
    private Integer threads;

    @Option(
            names = "--target-acceptance",
            paramLabel = "P",
            description = "The acceptance that warmup aims at, between 0 and 1. Default: 0.8.")
    private Double targetAcceptance;

    @Option(names = "--step-size", paramLabel = "EPS", description = "Fix the step size instead of finding it.")
    private Double stepSize;

    @Option(
            names = "--trajectory-time",
            paramLabel = "T",
            description = "Fix the mean length of trajectories instead of finding it.")
    private Double trajectoryTime;

    @Override
    public boolean option(String name, String value) {
        if (!PlainWords.whole(value)) {
            return false;
        }
        switch (name) {
            case "--chains" -> chains = Integer.valueOf(value);
            case "--warmup" -> warmup = Integer.valueOf(value);
            case "--draws" -> draws = Integer.valueOf(value);
            case "--thin" -> thin = Integer.valueOf(value);
            case "--seed" -> seed = Long.valueOf(value);
            case "--threads" -> threads = Integer.valueOf(value);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The settings with all that was given. */
    public Settings over(Settings base) {
        try {
            return new Settings(
                    kernel(base),
                    chains == null ? base.chains() : chains,
                    warmup == null ? base.warmup() : warmup,
                    draws == null ? base.draws() : draws,
                    thin == null ? base.thin() : thin,
                    seed == null ? base.seed() : seed,
                    threads == null ? base.threads() : threads,
                    fixed(base.fixed()),
                    base.starts(),
                    until == null ? base.until() : Optional.of(stoppingRule()));
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    private Optional<KernelFamily> kernel(Settings base) {
        if (samplerName == null) {
            return base.kernel();
        }
        Optional<KernelFamily> kernel = Sampler.find(samplerName);
        if (kernel.isEmpty() && !samplerName.equals(Sampler.AUTO)) {
            String hint = NearMiss.hint(samplerName, Sampler.names());
            throw bad("unknown sampler " + samplerName
                    + (hint.isEmpty() ? "; 'tandem samplers' lists those there are" : hint));
        }
        return kernel;
    }

    /** The settings of a run that is taken up again: only what it has to reach may change. */
    public Settings resuming(Settings base) {
        List<String> given = new ArrayList<>(FIXED);
        given.removeIf(option -> !onLine(option));
        if (!given.isEmpty()) {
            throw bad("--resume goes on as the run was begun, so " + given.get(0)
                    + " cannot be given; --like starts a new run with other options");
        }
        return over(base.withThreads(Settings.defaults().threads()));
    }

    /** Complains if anything was given that a run over many data sets cannot take on the way. */
    public void resumingEach() {
        Stream.concat(FIXED.stream(), Stream.of("--draws", "--until"))
                .filter(this::onLine)
                .findFirst()
                .ifPresent(option -> {
                    throw bad("--resume goes on as the run was begun, so " + option + " cannot be given");
                });
    }

    /** A number of units; a longer unit comes before a shorter one, and each at most once. */
    private static String part(String unit) {
        return "(?:(\\d+(?:\\.\\d+)?)\\s*" + unit + ")?";
    }

    /** The time as it was given. */
    public String maxTimeText() {
        return maxTime;
    }

    public Optional<Duration> maxTime() {
        if (maxTime == null) {
            return Optional.empty();
        }
        Matcher matcher =
                Pattern.compile(part("d") + part("h") + part("m") + part("s")).matcher(maxTime);
        if (maxTime.isEmpty() || !matcher.matches()) {
            throw bad("cannot read the time " + maxTime + "; write it as 90s, 10m or 1h30m");
        }
        double seconds = 0;
        double[] units = {86_400, 3_600, 60, 1};
        for (int unit = 0; unit < units.length; unit++) {
            String number = matcher.group(unit + 1);
            seconds += number == null ? 0 : units[unit] * Double.parseDouble(number);
        }
        if (!(seconds > 0 && seconds < LONGEST_SECONDS)) {
            throw bad("the time " + maxTime + " is " + (seconds > 0 ? "longer than 30 years" : "nothing")
                    + "; write it as 90s, 10m or 1h30m");
        }
        return Optional.of(Duration.ofMillis((long) Math.ceil(1000 * seconds)));
    }

    private StoppingRule stoppingRule() {
        Matcher matcher = Pattern.compile(EFFECTIVE_SIZE).matcher(until);
        if (!matcher.matches()) {
            throw bad("cannot read --until " + until + "; write it as ess=400");
        }
        return new StoppingRule(Double.parseDouble(matcher.group(1)));
    }

    private Fixed fixed(Fixed base) {
        Fixed fixed = base;
        if (targetAcceptance != null) {
            fixed = fixed.withTargetAcceptance(targetAcceptance);
        }
        if (stepSize != null) {
            fixed = fixed.withStepSize(stepSize);
        }
        if (trajectoryTime != null) {
            fixed = fixed.withTrajectoryTime(trajectoryTime);
        }
        return fixed;
    }
}
