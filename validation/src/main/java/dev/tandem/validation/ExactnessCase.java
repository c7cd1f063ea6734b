package dev.tandem.validation;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * One row of the exactness suite: a kernel family with its options, a fixed tuning and a target.
 *
 * @param target where the kernel runs
 * @param family the kernel
 * @param tuning its tuning
 * @param schedule the order of visits, given the number of sites
 * @param options what differs from the family's defaults, in words
 * @param batchLength iterations per batch in the default suite
 * @param sharp whether the run is long enough that a bias of one per cent in a second moment would be five standard
 *     errors
 */
public record ExactnessCase(
        Target target,
        KernelFamily family,
        Tuning tuning,
        IntFunction<SiteSchedule> schedule,
        List<String> options,
        int batchLength,
        boolean sharp) {
    public ExactnessCase {
        options = List.copyOf(options);
    }

    /** A method on a target, with sites spread over the trajectory as the method asks: one a step. */
    static ExactnessCase of(Target target, KernelFamily.Method method, double stepSize, double time) {
        KernelFamily family = KernelFamily.of(method);
        Tuning tuning = Tuning.initial(target.density().space())
                .withStepSize(stepSize)
                .withTrajectoryTime(time)
                .withUpdates(Math.max(1, (int) Math.ceil(time / stepSize)));
        ExactnessCase plain = new ExactnessCase(target, family, tuning, SiteSchedule::of, List.of(), 1250, false);
        return plain.with(family, family.withSites(tuning, 1, target.sites()));
    }

    public Kernel create(Cursor cursor) {
        return family.create(cursor, schedule.apply(target.sites()));
    }

    public Exactness.Result run(int timesLonger, long seed) {
        return Exactness.run(target, this::create, tuning, batchLength * timesLonger, seed);
    }

    /** Whether there is a continuous motion, whose acceptance can be set. */
    public boolean moves() {
        return target.dimension() > 0;
    }

    /** A run with batches of another length. */
    ExactnessCase batches(int length) {
        return new ExactnessCase(target, family, tuning, schedule, options, length, sharp);
    }

    ExactnessCase proposal(Proposal.Kind kind) {
        return with(family.withProposal(kind), tuning)
                .noting(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    ExactnessCase momentum() {
        return with(family.withMomentum(true), tuning).noting("momentum");
    }

    ExactnessCase integrator(Integrator integrator) {
        return with(family.withIntegrator(integrator), tuning).noting(integrator.toString());
    }

    ExactnessCase exponent(String name, double exponent) {
        return with(family.withExponent(exponent), tuning).noting("b = " + name);
    }

    ExactnessCase unjittered() {
        return with(family.withJitter(false), tuning).noting("no jitter");
    }

    ExactnessCase sites(int perStep) {
        return with(family, family.withSites(tuning, perStep, target.sites())).noting(perStep + " sites");
    }

    ExactnessCase closing(int closing) {
        return with(family, tuning.withSites(tuning.sitesPerStep(), closing)).noting(closing + " closing");
    }

    ExactnessCase updates(int updates) {
        return with(family, tuning.withUpdates(updates)).noting(updates + " updates");
    }

    /** Another step size and trajectory time, where an option makes the trajectory more or less accurate. */
    ExactnessCase at(double stepSize, double time) {
        return with(family, tuning.withStepSize(stepSize).withTrajectoryTime(time));
    }

    ExactnessCase kinetic(KineticEnergy kinetic) {
        String name = kinetic.describe();
        return with(family, tuning.withKinetic(kinetic)).noting(name.substring(0, (name + ",").indexOf(',')));
    }

    ExactnessCase widths(int width) {
        return with(family, tuning.withWidths(WalkWidths.common(width))).noting("width " + width);
    }

    ExactnessCase rotation() {
        return new ExactnessCase(target, family, tuning, SiteSchedule::rotation, options, batchLength, sharp)
                .noting("rotation");
    }

    /** Several times longer, as {@code sharp} asks. */
    ExactnessCase sharp(int times) {
        return new ExactnessCase(target, family, tuning, schedule, options, batchLength * times, true);
    }

    private ExactnessCase with(KernelFamily otherFamily, Tuning otherTuning) {
        return new ExactnessCase(target, otherFamily, otherTuning, schedule, options, batchLength, sharp);
    }

    private ExactnessCase noting(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new ExactnessCase(target, family, tuning, schedule, more, batchLength, sharp);
    }

    @Override
    public String toString() {
        return family.method().label() + (options.isEmpty() ? "" : " (" + String.join(", ", options) + ")") + " on "
                + target.name();
    }
}
