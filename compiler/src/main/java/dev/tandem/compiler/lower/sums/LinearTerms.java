package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.List;

/** Terms that are linear in counts: their coefficients, and what is left where counts are 0. */
final class LinearTerms {
    /** A term is not of the form that was looked for. */
    static final class OtherForm extends Exception {
        private static final long serialVersionUID = 1;

        OtherForm() {
            super(null, null, false, false);
        }
    }

    private final Terms terms;

    LinearTerms(Terms terms) {
        this.terms = terms;
    }

    /** What is left of a term that is linear in counts where these are 0. */
    Term constantPart(Term term, List<Binder> counts) {
        return terms.real(terms.replace(
                term, t -> t.op() == Term.Op.BINDER && counts.contains(t.binder()) ? terms.whole(0) : null));
    }

    /** The coefficient of a count in a term that is linear in it. */
    Term change(Term term, Binder count) throws OtherForm {
        if (free(term, count)) {
            return terms.number(0);
        }
        return switch (term.op()) {
            case BINDER -> terms.number(1);
            case TO_DOUBLE -> change(term.argument(0), count);
            case ADD -> terms.add(change(term.argument(0), count), change(term.argument(1), count));
            case SUBTRACT -> terms.subtract(change(term.argument(0), count), change(term.argument(1), count));
            case NEGATE -> terms.negate(change(term.argument(0), count));
            case MULTIPLY -> product(term.argument(0), term.argument(1), count);
            case DIVIDE -> {
                if (!free(term.argument(1), count)) {
                    throw new OtherForm();
                }
                yield terms.divide(change(term.argument(0), count), terms.real(term.argument(1)));
            }
            case CALL -> called(term, count);
            default -> throw new OtherForm();
        };
    }

    private static boolean free(Term term, Binder count) {
        return !term.binders().contains(count);
    }

    private Term called(Term term, Binder count) throws OtherForm {
        Calls.Function call = term.call();
        // Where the first factor of TIMES is 0 it is 0 whatever the second is; the first is linear, so it is 0 once.
        if (call.equals(Calls.PRODUCT) || call.equals(Calls.TIMES)) {
            return product(term.argument(0), term.argument(1), count);
        }
        if (call.equals(Calls.TIMES_LOG) && free(term.argument(1), count)) {
            return terms.multiply(change(term.argument(0), count), terms.call(Calls.LOG, terms.real(term.argument(1))));
        }
        throw new OtherForm();
    }

    private Term product(Term a, Term b, Binder count) throws OtherForm {
        if (free(a, count)) {
            return terms.multiply(terms.real(a), change(b, count));
        }
        if (free(b, count)) {
            return terms.multiply(change(a, count), terms.real(b));
        }
        throw new OtherForm();
    }
}
