package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.ChainProgram;
import java.util.Optional;

/** The generated class of a {@link ChainProgram}, or why there is none. Immutable. */
public final class ChainSource {
    private final Optional<CompiledDensity> density;
    private final ChainProgram found;

    private ChainSource(Optional<CompiledDensity> density, ChainProgram found) {
        this.density = density;
        this.found = found;
    }

    public static ChainSource of(ChainProgram found, String title, Generator.Choices choices) {
        return new ChainSource(
                found.program().map(program -> Generator.generate(program, title, new ClassCache(1), choices)), found);
    }

    /** No chain, and why, in words for the user. */
    public static ChainSource none(String why) {
        return new ChainSource(Optional.empty(), ChainProgram.none(why));
    }

    /** Sites that may be states, and factors that can be found one by one. */
    Optional<CompiledDensity> density() {
        return density;
    }

    ChainProgram found() {
        return found;
    }
}
