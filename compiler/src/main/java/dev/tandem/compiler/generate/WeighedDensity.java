package dev.tandem.compiler.generate;

import dev.tandem.density.Space;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A density whose class is still to be written: what an evaluation costs is counted before, and may be all that is asked. */
public final class WeighedDensity {
    private final Space space;
    private final double gradientWork;
    private final double sweepCost;
    private final Supplier<CompiledDensity> writer;

    WeighedDensity(Space space, double gradientWork, double sweepCost, Supplier<CompiledDensity> writer) {
        this.space = space;
        this.gradientWork = gradientWork;
        this.sweepCost = sweepCost;
        this.writer = writer;
    }

    /** This density, to which something is done once it is written. */
    public WeighedDensity then(UnaryOperator<CompiledDensity> more) {
        return new WeighedDensity(space, gradientWork, sweepCost, () -> more.apply(writer.get()));
    }

    /** Its unknowns. */
    public Space space() {
        return space;
    }

    /** What a gradient and a visit to every site cost, in units of about an addition. */
    public double work() {
        return gradientWork * (1 + (space.sites() > 0 ? sweepCost : 0));
    }

    /** The density itself; its class is written whenever this is called. */
    public CompiledDensity density() {
        return writer.get();
    }
}
