package dev.tandem.distributions.catalogue;

import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One row of the catalogue: all that is known of a function before any data, with its value, its derivatives and what it
 * makes of intervals.
 */
public final class Function {
    /** How a function treats its arguments. */
    public enum Kind {
        /** Scalars to a scalar; given vectors it works element by element. */
        SCALAR,
        /** The inverse of a link, {@code exp} among them: JAGS refuses vectors here. */
        INVERSE_LINK,
        /** Takes or gives whole arrays. */
        ARRAY,
        /** The shape of a variable, known when the model is compiled. */
        SHAPE,
        /** A density, log density, distribution or quantile function. */
        PROBABILITY
    }

    /** The shape of its value. */
    public enum Form {
        SINGLE,
        /** That of its arguments, which are taken element by element. */
        EACH,
        /** All elements of all arguments in a row. */
        JOINED,
        /** The elements of the first argument, as often as the second says. */
        REPEATED,
        /** As many elements as its argument has dimensions. */
        EXTENTS,
        /** As its class says. */
        ARRAY
    }

    /** What a function of a distribution gives. */
    public enum Quantity {
        DENSITY("d", "x", Domain.FINITE),
        CUMULATIVE("p", "x", Domain.FINITE),
        QUANTILE("q", "p", Domain.PROBABILITY),
        LOG_DENSITY("logdensity.", "x", Domain.FINITE);

        private final String prefix;
        private final String first;
        private final Domain domain;

        Quantity(String prefix, String first, Domain domain) {
            this.prefix = prefix;
            this.first = first;
            this.domain = domain;
        }

        /** The name of the function: that of a distribution begins with a d, in place of which stands another prefix. */
        String of(String distribution) {
            return prefix + distribution.substring(1);
        }

        /** The name of this function of a distribution. */
        public String of(Distribution distribution) {
            return of(distribution.name());
        }

        /** What comes before the parameters of the distribution. */
        Parameter first() {
            return Parameter.number(first, domain);
        }
    }

    /** The distribution whose function it is, and which of its functions. */
    public record Probability(Distribution distribution, Quantity quantity) {}

    private final Signature signature;
    private final boolean inJags;
    private final Kind kind;
    private final Form form;
    private final Optional<Method> method;
    private final List<Slope> slopes;
    private final IntervalRule rule;
    private final Optional<Supplier<ArrayFunction>> array;
    private final Optional<Probability> probability;

    Function(FunctionRow row) {
        signature = Signature.of(row.names, row.parameters, row.variadic);
        inJags = row.inJags;
        kind = row.kind;
        form = row.form;
        method = row.method();
        slopes = List.copyOf(row.slopes);
        rule = row.rule;
        array = row.array;
        probability = row.probability;
    }

    /** How it is called. */
    public Signature signature() {
        return signature;
    }

    /** The canonical name. */
    public String name() {
        return signature.name();
    }

    /** Other spellings that mean the same. */
    public List<String> aliases() {
        return signature.aliases();
    }

    public Kind kind() {
        return kind;
    }

    public Form form() {
        return form;
    }

    /** Whether JAGS has it too. */
    public boolean inJags() {
        return inJags;
    }

    /** The parameters in order. */
    public List<Parameter> parameters() {
        return signature.parameters();
    }

    /** Its value, if that and all arguments are single numbers. */
    public Optional<Method> method() {
        return method;
    }

    /** The value of a function of single numbers. */
    public double apply(double... arguments) {
        return method.orElseThrow(() -> new IllegalStateException(name() + " is not one of single numbers"))
                .apply(arguments);
    }

    /** Its derivative by an argument. */
    public Slope slope(int argument) {
        return argument < slopes.size() ? slopes.get(argument) : Slope.none();
    }

    /** Whether it has a derivative by some argument. */
    public boolean differentiable() {
        return slopes.stream().anyMatch(Slope::exists);
    }

    /** What it makes of intervals. */
    public IntervalRule rule() {
        return rule;
    }

    /** Whether its value is finite whatever the arguments are. */
    public boolean bounded() {
        Interval[] anything =
                Collections.nCopies(parameters().size(), Interval.ANY).toArray(new Interval[0]);
        return rule.of(anything).finite();
    }

    /** Its arithmetic, if it is one of the functions of arrays: a new instance, for one thread. */
    public Optional<ArrayFunction> array() {
        return array.map(Supplier::get);
    }

    /** What it is of which distribution, if it is one of these functions. */
    public Optional<Probability> probability() {
        return probability;
    }

    @Override
    public String toString() {
        return signature.toString();
    }
}
