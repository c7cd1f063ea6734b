package dev.tandem.serve;

import dev.tandem.draws.NearMiss;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.warmup.Fixed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How to sample, as requests say it; what they do not say is as on the command line.
 *
 * @param settings all but where to start
 * @param atMost the time after which the run is stopped
 */
record SettingsMessage(Settings settings, Optional<Duration> atMost) {
    private static final String AUTO = "auto";

    private static final double LONGEST_SECONDS = 1e9;

    static SettingsMessage read(Fields request) {
        Settings base = Settings.defaults();
        try {
            Settings settings = new Settings(
                    request.text("sampler").flatMap(SettingsMessage::kernel),
                    request.whole("chains").orElse(base.chains()),
                    request.whole("warmup").orElse(base.warmup()),
                    request.whole("draws").orElse(base.draws()),
                    request.whole("thin").orElse(base.thin()),
                    request.longWhole("seed").orElse(base.seed()),
                    request.whole("threads").orElse(base.threads()),
                    fixed(request, base.fixed()),
                    List.of(),
                    request.number("until_ess").map(StoppingRule::new));
            return new SettingsMessage(settings, request.number("max_seconds").map(SettingsMessage::time));
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
    }

    private static Optional<KernelFamily> kernel(String name) {
        List<String> names = new ArrayList<>(List.of(AUTO));
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            names.add(method.label());
            if (method.label().equals(name)) {
                return Optional.of(KernelFamily.of(method));
            }
        }
        if (!name.equals(AUTO)) {
            String hint = NearMiss.hint(name, names);
            throw RefusedException.request(
                    "unknown sampler " + name + (hint.isEmpty() ? "; there are " + String.join(", ", names) : hint));
        }
        return Optional.empty();
    }

    private static Fixed fixed(Fields request, Fixed base) {
        Fixed fixed = base;
        Optional<Double> acceptance = request.number("target_acceptance");
        Optional<Double> step = request.number("step_size");
        Optional<Double> time = request.number("trajectory_time");
        fixed = acceptance.isPresent() ? fixed.withTargetAcceptance(acceptance.get()) : fixed;
        fixed = step.isPresent() ? fixed.withStepSize(step.get()) : fixed;
        return time.isPresent() ? fixed.withTrajectoryTime(time.get()) : fixed;
    }

    private static Duration time(double seconds) {
        if (!(seconds > 0 && seconds < LONGEST_SECONDS)) {
            throw RefusedException.request("max_seconds must be between 0 and 1e9, not " + seconds);
        }
        return Duration.ofMillis((long) Math.ceil(1000 * seconds));
    }
}
