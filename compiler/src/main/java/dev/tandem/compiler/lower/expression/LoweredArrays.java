package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes arrays of others, element by element: joined, repeated, added up. */
public final class LoweredArrays {
    private final Terms terms;

    public LoweredArrays(Terms terms) {
        this.terms = terms;
    }

    /** The number of elements. */
    Term size(LoweredArray array) {
        Term size = terms.whole(1);
        for (Term extent : array.extents()) {
            size = terms.multiply(size, extent);
        }
        return size;
    }

    /** The elements of all parts, one part after the other. */
    LoweredArray concatenate(List<LoweredArray> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        List<Term> starts = new ArrayList<>();
        Term end = terms.whole(0);
        for (LoweredArray part : parts) {
            starts.add(end);
            end = terms.add(end, size(part));
        }
        return new LoweredArray(List.of(end), positions -> {
            Term p = positions.get(0);
            Term chosen = null;
            for (int i = parts.size() - 1; i >= 0; i--) {
                Term start = starts.get(i);
                if (p.op() == Term.Op.WHOLE && start.op() == Term.Op.WHOLE && p.whole() < start.whole()) {
                    continue;
                }
                if (p.op() == Term.Op.WHOLE && start.op() == Term.Op.WHOLE) {
                    return flat(parts.get(i), terms.subtract(p, start));
                }
                Term own = flat(parts.get(i), within(terms.subtract(p, start), size(parts.get(i))));
                chosen = chosen == null ? own : terms.choice(">=", p, starts.get(i + 1), chosen, own);
            }
            return chosen;
        });
    }

    /** A position that may lie beyond a part of a larger array, moved into it: all parts are read, one is chosen. */
    private Term within(Term position, Term size) {
        Term last = terms.subtract(size, terms.whole(1));
        Term below = terms.choice("<=", position, last, position, last);
        return terms.choice(">=", below, terms.whole(0), below, terms.whole(0));
    }

    /** The element of an array by its column-major position. */
    private Term flat(LoweredArray array, Term position) {
        if (array.isScalar()) {
            return array.single();
        }
        if (array.extents().size() == 1) {
            return array.at(List.of(position));
        }
        List<Term> positions = new ArrayList<>();
        Term rest = position;
        for (Term extent : array.extents()) {
            Term quotient = terms.quotient(rest, extent);
            positions.add(terms.subtract(rest, terms.multiply(quotient, extent)));
            rest = quotient;
        }
        return array.at(positions);
    }

    /** The sum of all elements of all arguments. */
    public Term total(List<LoweredArray> arguments) {
        Term total = terms.whole(0);
        for (LoweredArray argument : arguments) {
            total = terms.add(total, sum(argument, 0, new ArrayList<>()));
        }
        return total;
    }

    private Term sum(LoweredArray array, int axis, List<Term> positions) {
        if (axis == array.extents().size()) {
            List<Term> reversed = new ArrayList<>(positions);
            Collections.reverse(reversed);
            return array.at(reversed);
        }
        // The last dimension is the outermost loop, so that the innermost runs along memory.
        Term extent = array.extents().get(array.extents().size() - 1 - axis);
        Binder k = new Binder("k");
        positions.add(terms.binder(k));
        Term body = sum(array, axis + 1, positions);
        positions.remove(positions.size() - 1);
        return terms.sum(k, terms.whole(0), terms.subtract(extent, terms.whole(1)), body);
    }

    /** The elements over and over again. */
    LoweredArray repeat(LoweredArray source, Term times) {
        Term length = size(source);
        return new LoweredArray(
                List.of(terms.multiply(length, times)),
                p -> flat(source, terms.subtract(p.get(0), terms.multiply(terms.quotient(p.get(0), length), length))));
    }

    /** The elements whose column-major positions stand in a table. */
    LoweredArray at(LoweredArray source, Storage table) {
        return new LoweredArray(List.of(terms.whole(table.size())), p -> flat(source, terms.read(table, p.get(0))));
    }
}
