package dev.tandem.distributions.catalogue;

import dev.tandem.distributions.catalogue.Function.Form;
import dev.tandem.distributions.catalogue.Function.Kind;
import dev.tandem.distributions.catalogue.Function.Probability;
import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A row of the catalogue of functions while it is written. What it does not say is as for most functions. */
final class FunctionRow {
    final String names;
    final Kind kind;
    final Form form;
    List<Parameter> parameters = List.of();
    boolean variadic;
    boolean inJags = true;
    List<Slope> slopes = List.of();
    IntervalRule rule = arguments -> Interval.ANY;
    Optional<Supplier<ArrayFunction>> array = Optional.empty();
    Optional<Probability> probability = Optional.empty();
    private Class<?> owner;
    private String method;

    private FunctionRow(Kind kind, Form form, String names) {
        this.kind = kind;
        this.form = form;
        this.names = names;
    }

    /**
     * A function of single numbers.
     *
     * @param names separated by a bar, the canonical one first
     */
    static FunctionRow scalar(String names, Parameter... parameters) {
        return new FunctionRow(Kind.SCALAR, Form.EACH, names).takes(parameters);
    }

    /** The inverse of a link. */
    static FunctionRow inverseLink(String names) {
        return new FunctionRow(Kind.INVERSE_LINK, Form.EACH, names).takes(Parameter.number("x", Domain.FINITE));
    }

    /** A function of arrays, which has a class of its own. */
    static FunctionRow ofArrays(String names, Supplier<ArrayFunction> maker, Parameter... parameters) {
        FunctionRow row = new FunctionRow(Kind.ARRAY, Form.ARRAY, names).takes(parameters);
        row.array = Optional.of(maker);
        return row;
    }

    /** A function that only puts elements in another order. */
    static FunctionRow arranged(Form form, String names, Parameter... parameters) {
        return new FunctionRow(Kind.ARRAY, form, names).takes(parameters);
    }

    /** A question about a shape. */
    static FunctionRow shape(Form form, String names) {
        return new FunctionRow(Kind.SHAPE, form, names).takes(Parameter.number("x", Domain.FINITE));
    }

    /** A function of a distribution. */
    static FunctionRow of(Probability probability, String names, List<Parameter> parameters) {
        boolean each = probability.distribution().scalar().isPresent();
        FunctionRow row = new FunctionRow(Kind.PROBABILITY, each ? Form.EACH : Form.SINGLE, names);
        row.parameters = parameters;
        row.variadic = probability.distribution().variadic();
        row.probability = Optional.of(probability);
        row.inJags = probability.distribution().inJags();
        return row;
    }

    private FunctionRow takes(Parameter... list) {
        parameters = List.of(list);
        return this;
    }

    /** The last parameter may be repeated. */
    FunctionRow orMore() {
        variadic = true;
        return this;
    }

    /** JAGS does not have it, so there is nothing to compare it with there. */
    FunctionRow beyondJags() {
        inJags = false;
        return this;
    }

    /** The static method that computes it; without a rule, intervals are followed only where they are points. */
    FunctionRow computedBy(Class<?> where, String name) {
        owner = where;
        method = name;
        rule = IntervalRule.points(method().orElseThrow()::apply);
        return this;
    }

    /** Its derivatives by the arguments in order. */
    FunctionRow slopes(Slope... list) {
        slopes = List.of(list);
        return this;
    }

    FunctionRow encloses(IntervalRule what) {
        rule = what;
        return this;
    }

    Optional<Method> method() {
        return owner == null ? Optional.empty() : Optional.of(new Method(owner, method, parameters.size()));
    }

    Function row() {
        return new Function(this);
    }
}
