package dev.tandem.compiler.terms;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which factors may turn out to be impossible for some value of a discrete unknown, as far as enclosures can tell. */
public final class Vanishing {
    private Vanishing() {}

    /** Whether a term may be minus infinity for all values of the continuous unknowns. */
    public static boolean may(Term whole) {
        Set<Term> seen = new HashSet<>();
        Deque<Term> open = new ArrayDeque<>(List.of(whole));
        while (!open.isEmpty()) {
            Term term = open.pop();
            if (mayItself(term)) {
                return true;
            }
            boolean handsOn = switch (term.op()) {
                case ADD, SUBTRACT, MULTIPLY, DIVIDE, CHOICE, SUM, GIVEN, TO_DOUBLE -> true;
                default -> false;
            };
            if (handsOn) {
                // The derivatives of a given value are no part of it.
                List<Term> parts = term.op() == Term.Op.GIVEN ? term.arguments().subList(0, 1) : term.arguments();
                parts.stream().filter(seen::add).forEach(open::push);
            }
        }
        return false;
    }

    private static boolean mayItself(Term term) {
        return switch (term.op()) {
            case NUMBER -> term.constant() == Double.NEGATIVE_INFINITY;
            // Others are enclosed only where all arguments are known.
            case CALL -> term.discrete() && (term.call().vanishing() || !reachesActive(term));
            default -> false;
        };
    }

    private static boolean reachesActive(Term term) {
        return term.reads().stream().anyMatch(read -> read.storage().active());
    }
}
