package dev.tandem.compiler.program;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.terms.Storage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A model whose unknowns are given on its own scale, those that may be states of a chain as sites, whole or not; its
 * factors are followed by some that are no factors: quantiles of the distributions of these unknowns.
 *
 * @param program the program; empty where nothing can be a state
 * @param uniform storage of one number between 0 and 1, that quantiles are of
 * @param draws where the quantiles are
 * @param recursive the variables that depend on earlier elements of their own
 * @param whyNone why nothing can be a state, in words for the user; empty if something can
 */
public record ChainProgram(
        Optional<Program> program, Optional<Storage> uniform, List<Draw> draws, Set<String> recursive, String whyNone) {
    /**
     * The quantiles of one rule.
     *
     * @param symbol the variable that it defines
     * @param factor the number of the step of quantiles among all factors
     * @param law the number of its log density among them
     * @param positions the element that each iteration of the quantiles is about
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Draw(Symbol symbol, int factor, int law, int[] positions) {}

    public ChainProgram {
        draws = List.copyOf(draws);
        recursive = Set.copyOf(recursive);
    }

    public static ChainProgram none(String why) {
        return new ChainProgram(Optional.empty(), Optional.empty(), List.of(), Set.of(), why);
    }

    /** These quantiles in a program that was changed by passes. */
    public ChainProgram with(Program changed) {
        return new ChainProgram(Optional.of(changed), uniform, draws, recursive, whyNone);
    }
}
