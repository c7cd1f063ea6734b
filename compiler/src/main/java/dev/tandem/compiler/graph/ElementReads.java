package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Scope;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which elements of variables the right side of a rule may read at each iteration, whatever the unknowns are. */
public final class ElementReads {
    /** One reference to a variable that has elements which are not known. */
    public final class Read {
        private final Symbol symbol;
        private final Expression.Reference reference;
        private final Place place;
        private final boolean fixed;
        private int[] found;

        private Read(Symbol symbol, Expression.Reference reference, Place place, boolean fixed) {
            this.symbol = symbol;
            this.reference = reference;
            this.place = place;
            this.fixed = fixed;
        }

        public Symbol symbol() {
            return symbol;
        }

        /** Whether it reads the same elements at all iterations. */
        public boolean fixed() {
            return fixed;
        }

        /** The positions that it may read at an iteration; whoever asks must not change them. */
        public int[] at(int[] counters, Scope scope) {
            if (fixed && found != null) {
                return found;
            }
            int one = place == null ? Place.ASK : place.at(counters);
            if (one >= 0) {
                single[0] = one;
                found = fixed ? single.clone() : null;
                return single;
            }
            int[] dims = symbol.dims();
            int[] positions = evaluator.select(reference, scope, dims).positions(dims);
            found = fixed ? positions : null;
            return positions;
        }
    }

    private final Evaluator evaluator;
    private final int[] single = new int[1];
    private final List<Read> reads = new ArrayList<>();

    ElementReads(Rule rule, Map<String, Symbol> symbols, Evaluator evaluator) {
        this.evaluator = evaluator;
        for (Expression.Reference reference : rule.reads()) {
            Symbol symbol = symbols.get(reference.name().text());
            if (!symbol.constant()) {
                Expression.Reference widened = widened(reference, rule, symbols);
                Set<String> names = Names.in(widened);
                reads.add(new Read(
                        symbol,
                        widened,
                        Place.of(widened, rule, symbols).orElse(null),
                        rule.loopNames().stream().noneMatch(names::contains)));
            }
        }
    }

    public List<Read> all() {
        return reads;
    }

    /** A reference with all of a dimension where its index is not known beforehand. */
    private static Expression.Reference widened(
            Expression.Reference reference, Rule rule, Map<String, Symbol> symbols) {
        List<Index> indices = new ArrayList<>();
        for (Index index : reference.indices()) {
            indices.add(known(index, rule, symbols) ? index : new Index.All(index.span()));
        }
        return indices.equals(reference.indices())
                ? reference
                : new Expression.Subscripted(reference.name(), indices, reference.span());
    }

    private static boolean known(Index index, Rule rule, Map<String, Symbol> symbols) {
        if (index instanceof Index.Single single) {
            return known(single.value(), rule, symbols);
        }
        return !(index instanceof Index.Range range)
                || (known(range.from(), rule, symbols) && known(range.to(), rule, symbols));
    }

    private static boolean known(Expression expression, Rule rule, Map<String, Symbol> symbols) {
        return Names.in(expression).stream()
                .allMatch(name -> rule.isCounter(name) || symbols.get(name).constant());
    }
}
