package dev.tandem.paper;

import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import dev.tandem.sampling.warmup.Warmup;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One way to move a chain: a kernel and where its tuning comes from.
 *
 * @param description everything that decides the draws, in words
 * @param kernel makes the kernel of one chain
 * @param family the family to be tuned by warmup; empty where the tuning is given
 * @param fixed what warmup is not to touch
 * @param tunings the given tunings; each iteration takes one of them at random
 */
record Way(
        String description,
        Function<MixedDensity, Kernel> kernel,
        Optional<KernelFamily> family,
        Fixed fixed,
        List<Tuning> tunings) {

    /** Hears of each iteration of warmup. */
    @FunctionalInterface
    interface Tick {
        void iterated();
    }

    /** A kernel that warmup tunes. */
    static Way automatic(KernelFamily family, Fixed fixed) {
        return new Way(
                "automatic " + family + " " + family.proposal() + " target "
                        + fixed.targetAcceptance().orElse(0.8),
                density -> family.create(density.cursor()),
                Optional.of(family),
                fixed,
                List.of());
    }

    static Way automatic(KernelFamily family) {
        return automatic(family, Fixed.nothing());
    }

    /** A kernel with tunings chosen by hand. */
    static Way tuned(KernelFamily family, List<Tuning> tunings) {
        StringBuilder text = new StringBuilder(family + " " + family.proposal() + " jitter " + family.jitter());
        tunings.forEach(tuning -> text.append("; ")
                .append(tuning)
                .append(", ")
                .append(tuning.updates())
                .append(" updates"));
        return new Way(
                text.toString(),
                density -> family.create(density.cursor()),
                Optional.empty(),
                Fixed.nothing(),
                List.copyOf(tunings));
    }

    static Way tuned(KernelFamily family, Tuning tuning) {
        return tuned(family, List.of(tuning));
    }

    /** A kernel that needs no tuning. */
    static Way plain(String description, Supplier<Kernel> kernel) {
        return new Way(description, density -> kernel.get(), Optional.empty(), Fixed.nothing(), List.of());
    }

    /** Walks away from the start for so many iterations; returns the tunings to go on with. */
    List<Tuning> warm(MixedDensity density, Kernel walker, int iterations, RandomStream random, Tick tick) {
        if (family.isPresent()) {
            Warmup warmup = new Warmup(
                    density,
                    family.get(),
                    walker,
                    fixed,
                    iterations,
                    random,
                    (stage, tuning, outcome) -> tick.iterated());
            return List.of(warmup.runAll());
        }
        List<Tuning> given = tunings.isEmpty() ? List.of(Tuning.initial(density.space())) : tunings;
        Transition outcome = new Transition();
        for (int i = 0; i < iterations; i++) {
            walker.step(given.size() == 1 ? given.get(0) : given.get(random.below(given.size())), random, outcome);
            tick.iterated();
        }
        return given;
    }
}
