package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.MicroSteps;
import dev.tandem.sampling.continuous.Motion;
import dev.tandem.sampling.discrete.Blocks;
import dev.tandem.sampling.discrete.EmbeddedUpdate;
import dev.tandem.sampling.discrete.FreshUpdate;
import dev.tandem.sampling.discrete.LongRange;
import dev.tandem.sampling.discrete.MomentumUpdate;
import dev.tandem.sampling.discrete.NeighbourProposal;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.discrete.SiteUpdate;
import dev.tandem.sampling.trajectory.TrajectoryKernel.Acceptance;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which kernel: a method and the parts it is assembled from.
 *
 * @param method the trajectory rule
 * @param proposal how a site's new value is proposed
 * @param momentum whether sites keep a kinetic energy along a trajectory instead of fresh randomness at each visit
 * @param integrator the integrator of the continuous motion
 * @param exponent b of the kinetic energy |p|^b of event-driven kernels
 * @param jitter whether the number of steps of a static trajectory is drawn per iteration
 */
public record KernelFamily(
        Method method,
        Proposal.Kind proposal,
        boolean momentum,
        Integrator integrator,
        double exponent,
        boolean jitter) {

    /** The trajectory rules. */
    public enum Method {
        NODE("node", "static trajectory, discrete updates between steps"),
        MID_STEP("mid-step", "static trajectory, discrete updates inside steps"),
        NUTS("nuts", "doubling tree, discrete updates between steps"),
        WALNUTS("walnuts", "doubling tree of steps that adapt to the place, discrete updates between steps"),
        MID_STEP_NUTS("mid-step-nuts", "doubling tree, discrete updates inside steps"),
        EVENT("event", "event-driven with kinetic energy |p|^b"),
        CLOCK("clock", "event-driven with Laplace momentum"),
        PUBLISHED("published", "the paper's Algorithm 1 to the letter: biased, for reproduction only"),
        HMC_WITHIN_GIBBS("hmc-within-gibbs", "HMC on q, then a sweep over the sites; plain HMC where there are none"),
        NUTS_WITHIN_GIBBS(
                "nuts-within-gibbs", "NUTS on q, then a sweep over the sites; plain NUTS where there are none"),
        PARTICLE_GIBBS(
                "particle-gibbs",
                "chains of states by particles with ancestor sampling, NUTS and a sweep for the rest"),
        NAIVE("naive", "Metropolis updates within HMC: wrong on purpose, for comparison only"),
        DISCONTINUOUS("dhmc", "discontinuous HMC on a line of values"),
        GAUSSIAN_BINARY("gaussian-binary", "Gaussian binary HMC"),
        EXPONENTIAL_BINARY("exponential-binary", "exponential binary HMC"),
        REFRACTION("refraction", "reflection/refraction HMC on a line of values");

        private final String label;
        private final String description;

        Method(String label, String description) {
            this.label = label;
            this.description = description;
        }

        public String label() {
            return label;
        }

        public String description() {
            return description;
        }
    }

    public static KernelFamily of(Method method) {
        boolean momentum = switch (method) {
            case EVENT, CLOCK, PUBLISHED, GAUSSIAN_BINARY, EXPONENTIAL_BINARY -> true;
            default -> false;
        };
        Proposal.Kind proposal = switch (method) {
            case GAUSSIAN_BINARY, EXPONENTIAL_BINARY, NAIVE -> Proposal.Kind.OTHER_UNIFORM;
            case PUBLISHED -> Proposal.Kind.GIBBS;
            default -> Proposal.Kind.AUTO;
        };
        // Exponent 1 would make the event-driven kernel the clock.
        double exponent = method == Method.EVENT ? 2.0 / 3 : 1;
        return new KernelFamily(method, proposal, momentum, Integrator.LEAPFROG, exponent, method != Method.NAIVE);
    }

    public KernelFamily {
        boolean tree = method == Method.NUTS
                || method == Method.WALNUTS
                || method == Method.MID_STEP_NUTS
                || method == Method.NUTS_WITHIN_GIBBS
                || method == Method.PARTICLE_GIBBS;
        if (tree && momentum) {
            throw new IllegalArgumentException("a tree has no room for momenta of sites; use fresh randomness");
        }
        boolean clocked = method == Method.EVENT
                || method == Method.CLOCK
                || method == Method.GAUSSIAN_BINARY
                || method == Method.EXPONENTIAL_BINARY;
        if (clocked && !momentum) {
            throw new IllegalArgumentException("an event-driven kernel needs momenta of sites");
        }
        boolean middle = method == Method.MID_STEP
                || method == Method.MID_STEP_NUTS
                || method == Method.DISCONTINUOUS
                || method == Method.REFRACTION;
        if (middle && integrator != Integrator.LEAPFROG) {
            throw new IllegalArgumentException(method.label() + " is defined for the leapfrog integrator only");
        }
    }

    public KernelFamily withProposal(Proposal.Kind kind) {
        return new KernelFamily(method, kind, momentum, integrator, exponent, jitter);
    }

    public KernelFamily withMomentum(boolean persistent) {
        return new KernelFamily(method, proposal, persistent, integrator, exponent, jitter);
    }

    public KernelFamily withIntegrator(Integrator other) {
        return new KernelFamily(method, proposal, momentum, other, exponent, jitter);
    }

    public KernelFamily withExponent(double b) {
        return new KernelFamily(method, proposal, momentum, integrator, b, jitter);
    }

    public KernelFamily withJitter(boolean drawn) {
        return new KernelFamily(method, proposal, momentum, integrator, exponent, drawn);
    }

    /** Whether draws follow the target; the others are here to be compared with. */
    public boolean exact() {
        return method != Method.PUBLISHED && method != Method.NAIVE;
    }

    /** Whether the length of a trajectory has to be tuned. */
    public boolean needsTrajectoryTime() {
        return switch (method) {
            case NUTS, WALNUTS, MID_STEP_NUTS, NUTS_WITHIN_GIBBS, PARTICLE_GIBBS -> false;
            default -> true;
        };
    }

    /** The depth at which a tree stops growing; 0 for methods without trees. */
    public int greatestDepth() {
        return needsTrajectoryTime() ? 0 : TreeKernel.MAX_DEPTH;
    }

    /** Whether sites are visited inside trajectories, and not only after them. */
    public boolean updatesWithin() {
        return method != Method.HMC_WITHIN_GIBBS
                && method != Method.NUTS_WITHIN_GIBBS
                && method != Method.PARTICLE_GIBBS;
    }

    /**
     * The tuning with the given number of sites a step, spread as the method asks: the node kernel ends on an update
     * with fresh randomness, the within-Gibbs kernels visit sites only there.
     */
    public Tuning withSites(Tuning tuning, int perStep, int sites) {
        return switch (method) {
            case NODE, NUTS, WALNUTS -> tuning.withSites(perStep, perStep);
            case HMC_WITHIN_GIBBS, NUTS_WITHIN_GIBBS, PARTICLE_GIBBS -> tuning.withSites(0, Math.max(sites, perStep));
            case DISCONTINUOUS -> tuning.withSites(sites, 0);
            default -> tuning.withSites(perStep, 0);
        };
    }

    /** Whether chains of states are drawn by particles: the density has to know of some. */
    public boolean needsChains() {
        return method == Method.PARTICLE_GIBBS;
    }

    /** Why this kernel cannot serve a density; empty if it can. */
    public Optional<String> check(MixedDensity density) {
        Optional<String> reason = check(density.space());
        if (reason.isEmpty() && needsChains()) {
            String missing = density.cursor().chains().whyNone();
            if (!missing.isEmpty()) {
                return Optional.of(
                        method.label() + " draws chains of states, such as x[t] ~ dnorm(a * x[t-1], tau), and "
                                + missing + "; any other sampler serves this model");
            }
        }
        return reason;
    }

    /** Why this kernel cannot serve the given unknowns, whatever their density is; empty if it can. */
    public Optional<String> check(Space space) {
        boolean binary = method == Method.GAUSSIAN_BINARY || method == Method.EXPONENTIAL_BINARY;
        boolean lists = switch (proposal) {
            case AUTO, INTEGER_WALK, LONG_RANGE -> false;
            case GIBBS, OTHER_GIBBS, OTHER_UNIFORM -> true;
        };
        for (int site = 0; site < space.sites(); site++) {
            if (binary && space.support(site).size() > 2) {
                return Optional.of(method.label() + " is for sites of two values; " + space.siteName(site)
                        + " has the support " + space.support(site));
            }
            if (lists
                    && !space.support(site).bounded()
                    && method != Method.DISCONTINUOUS
                    && method != Method.REFRACTION) {
                return Optional.of(method.label() + " lists all values of a site, and " + space.siteName(site)
                        + " has the unbounded support " + space.support(site)
                        + "; choose a sampler that walks, such as node");
            }
        }
        return Optional.empty();
    }

    /** A kernel of this family for one chain. */
    public Kernel create(Cursor cursor) {
        return create(cursor, SiteSchedule.of(cursor.space().sites()));
    }

    /** A kernel with a given order of visits, which must be symmetric as {@link SiteSchedule} says. */
    public Kernel create(Cursor cursor, SiteSchedule schedule) {
        return create(cursor, schedule, Walker::new);
    }

    Kernel create(Cursor cursor, SiteSchedule schedule, Walker.Factory walkers) {
        if (cursor.space().isEmpty()) {
            return new StillKernel(cursor);
        }
        int sites = cursor.space().sites();
        SiteUpdate update = siteUpdate(sites);
        if (method == Method.PARTICLE_GIBBS) {
            return particleGibbs(cursor, update, walkers);
        }
        // A walk has no way across a gap of the support, and none to a mode that is far away.
        LongRange longRange = proposal == Proposal.Kind.AUTO ? LongRange.of(cursor.space()) : LongRange.none();
        // Tied sites may lock each other, and then none of them moves by itself.
        Blocks blocks = proposal == Proposal.Kind.AUTO ? Blocks.of(cursor.space(), cursor.ties()) : Blocks.none();
        // Micro steps keep marks of one chain; integrators are shared.
        Motion motion = method == Method.WALNUTS ? new MicroSteps(integrator, MicroSteps.TOLERANCE) : integrator;
        Walker walker = walkers.create(cursor, motion, new SiteSweep(sites, schedule, update, longRange, blocks));
        if (slicesWhereItJumps() && cursor.jumps().length > 0) {
            walker.drawBySlices(new Slices(cursor, cursor.jumps()));
        }
        return switch (method) {
            case NODE -> atEnd(walker, new StaticPath(MixedStep.node(), jitter));
            case MID_STEP, DISCONTINUOUS -> atEnd(walker, new StaticPath(MixedStep.middle(), jitter));
            case NUTS, WALNUTS -> new TreeKernel(walker, MixedStep.node());
            case MID_STEP_NUTS -> new TreeKernel(walker, MixedStep.middle());
            case HMC_WITHIN_GIBBS -> atEnd(walker, new StaticPath(MixedStep.continuousOnly(), jitter));
            case NUTS_WITHIN_GIBBS -> new TreeKernel(walker, MixedStep.continuousOnly());
            case NAIVE ->
                new TrajectoryKernel(walker, new StaticPath(MixedStep.node(), jitter), Acceptance.TOTAL_ENERGY);
            case PUBLISHED -> atEnd(walker, new PublishedPath(sites));
            case CLOCK ->
                atEnd(walker, new EventPath(length -> SiteClock.power(1, length), (MomentumUpdate) update, sites));
            case EVENT ->
                atEnd(
                        walker,
                        new EventPath(length -> SiteClock.power(exponent, length), (MomentumUpdate) update, sites));
            case GAUSSIAN_BINARY ->
                atEnd(walker, new EventPath(length -> SiteClock.gaussianBinary(), (MomentumUpdate) update, sites));
            case EXPONENTIAL_BINARY ->
                atEnd(walker, new EventPath(length -> SiteClock.exponentialBinary(), (MomentumUpdate) update, sites));
            case REFRACTION -> atEnd(walker, new RefractionPath((MomentumUpdate) update, sites));
            case PARTICLE_GIBBS -> throw new IllegalStateException("made above");
        };
    }

    /** Whether coordinates in which the density jumps are left to slices; what is there to be compared with does as it says. */
    private boolean slicesWhereItJumps() {
        return proposal == Proposal.Kind.AUTO
                && (method == Method.NODE || method == Method.NUTS || method == Method.WALNUTS);
    }

    /** NUTS at fixed states, a sweep over the sites that are none, and then the states. */
    private Kernel particleGibbs(Cursor cursor, SiteUpdate update, Walker.Factory walkers) {
        ConditionalParticles particles = new ConditionalParticles(cursor.chains(), ConditionalParticles.PARTICLES);
        BitSet states = new BitSet();
        for (int site : particles.sites()) {
            states.set(site);
        }
        int[] others = IntStream.range(0, cursor.space().sites())
                .filter(site -> !states.get(site))
                .toArray();
        SiteSweep sweep = new SiteSweep(others.length, SiteSchedule.among(others), update);
        Walker walker = walkers.create(cursor, integrator, sweep);
        walker.drawByParticles(particles);
        return new TreeKernel(walker, MixedStep.continuousOnly());
    }

    private SiteUpdate siteUpdate(int sites) {
        return switch (method) {
            case DISCONTINUOUS -> new EmbeddedUpdate(sites);
            case REFRACTION -> new MomentumUpdate(new NeighbourProposal(sites), sites);
            default -> momentum ? new MomentumUpdate(proposal.create(), sites) : new FreshUpdate(proposal.create());
        };
    }

    private static Kernel atEnd(Walker walker, Path path) {
        return new TrajectoryKernel(walker, path, Acceptance.CONTINUOUS_ERROR);
    }

    @Override
    public String toString() {
        return method.label();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KernelFamily kernelFamily
                && method.equals(kernelFamily.method)
                && proposal.equals(kernelFamily.proposal)
                && momentum == kernelFamily.momentum
                && integrator.equals(kernelFamily.integrator)
                && Double.compare(exponent, kernelFamily.exponent) == 0
                && jitter == kernelFamily.jitter;
    }

    @Override
    public int hashCode() {
        return 31
                        * (31
                                        * (31
                                                        * (31 * (31 * method.hashCode() + proposal.hashCode())
                                                                + Boolean.hashCode(momentum))
                                                + integrator.hashCode())
                                + Double.hashCode(exponent))
                + Boolean.hashCode(jitter);
    }
}
