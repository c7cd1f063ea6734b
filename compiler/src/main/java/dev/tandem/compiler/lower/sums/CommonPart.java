package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.List;

/**
 * Takes from log weights what all values of an unknown have in common, such as the normaliser of a logistic prior: it comes
 * out of the sum as a factor of its own, where logarithms of many iterations are taken at once.
 */
final class CommonPart {
    /** Of a number that stands in weights of several components, how often it does: the factor counts as often. */
    private static final String TIMES = "times";

    private final Terms terms;
    private final Binder value;

    private CommonPart(Terms terms, Binder value) {
        this.terms = terms;
        this.value = value;
    }

    /**
     * A group without what its values have in common, and what that is.
     *
     * @param common zero if nothing is worth it
     */
    record Split(Group group, Term common) {}

    static Split of(Terms terms, Group group) {
        if (group.values.size() != 1) {
            return new Split(group, terms.number(0));
        }
        CommonPart part = new CommonPart(terms, group.values.get(0));
        Term own = part.take(group.value, true);
        Term common = part.take(group.value, false);
        if (!common.active() || !costly(common)) {
            return new Split(group, terms.number(0));
        }
        return new Split(group.withValue(own), common);
    }

    /** The summands that depend on the value, or those that do not; zero if there are none. */
    private Term take(Term term, boolean dependent) {
        if (!term.binders().contains(value)) {
            return dependent ? terms.number(0) : term;
        }
        return switch (term.op()) {
            case ADD -> terms.add(take(term.argument(0), dependent), take(term.argument(1), dependent));
            case SUBTRACT -> terms.subtract(take(term.argument(0), dependent), take(term.argument(1), dependent));
            case NEGATE -> terms.negate(take(term.argument(0), dependent));
            default -> dependent ? term : terms.number(0);
        };
    }

    private static boolean costly(Term term) {
        return term.op() == Term.Op.CALL || term.arguments().stream().anyMatch(CommonPart::costly);
    }

    /**
     * The factor of what was taken.
     *
     * @param times for each iteration, how often the sums have it
     */
    static Step.Factor factor(Terms terms, WeightTables tables, Group group, Term common, int[] times) {
        Binder p = new Binder("p");
        Term each = tables.listed(group.withValue(common), p);
        Term count = tables.column(times, p, TIMES);
        Term value = terms.multiply(terms.real(count), each);
        return new Step.Factor(tables.nest(group, p, List.of()), value, group.comment + ", what all values share");
    }
}
