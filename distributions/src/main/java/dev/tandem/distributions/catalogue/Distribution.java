package dev.tandem.distributions.catalogue;

import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.scalar.ScalarDistribution;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One row of the catalogue: all that is known of a distribution before any data, and the class of its arithmetic. */
public final class Distribution {
    /** The four groups of the JAGS manual. */
    public enum Kind {
        CONTINUOUS,
        DISCRETE,
        MULTIVARIATE,
        /** A value that is a function of its parameters, and is observed: censoring, rounding, sums. */
        OBSERVABLE
    }

    /** The shape of a value. */
    public enum Form {
        SINGLE,
        /** A vector with as many elements as the first parameter. */
        VECTOR,
        /** An array with the dimensions of the first parameter. */
        LIKE_FIRST,
        /** A square matrix with as many rows as the first parameter has elements. */
        SQUARE
    }

    /** Which functions of the language go with it, besides its log density; measured on JAGS 4.3.1. */
    public enum Functions {
        NONE,
        /** {@code dnorm(x, ..)}. */
        DENSITY,
        /** Also {@code pnorm} and {@code qnorm}. */
        ALL
    }

    private final Signature signature;
    private final Kind kind;
    private final Class<?> arithmetic;
    private final Optional<ScalarDistribution> scalar;
    private final Optional<Supplier<ArrayDistribution>> maker;
    private final Values values;
    private final Form form;
    private final Functions functions;
    private final boolean truncatable;
    private final String insteadOfTruncation;
    private final Relation relation;
    private final boolean inJags;
    private final List<Slip> slips;
    private final List<NamedForm> namedForms;

    Distribution(Row row) {
        signature = Signature.of(row.names, row.parameters, row.variadic);
        kind = row.kind;
        arithmetic = row.arithmetic;
        maker = row.maker;
        values = row.values;
        form = row.form;
        functions = row.functions;
        truncatable = row.truncatable;
        insteadOfTruncation = row.insteadOfTruncation;
        relation = row.relation;
        inJags = row.inJags;
        slips = List.copyOf(row.slips);
        namedForms = List.copyOf(row.namedForms);
        List<String> names = parameters().stream().map(Parameter::name).toList();
        scalar = maker.isPresent()
                ? Optional.empty()
                : Optional.of(new ScalarDistribution(name(), arithmetic, discreteValued(), names));
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

    /** The parameters in order. */
    public List<Parameter> parameters() {
        return signature.parameters();
    }

    /** Under which names its parameters may be given. */
    public List<NamedForm> namedForms() {
        return namedForms;
    }

    /** Whether the last parameter may be repeated. */
    public boolean variadic() {
        return signature.variadic();
    }

    /** What it can give. */
    public Values values() {
        return values;
    }

    public Form form() {
        return form;
    }

    public Functions functions() {
        return functions;
    }

    /** Whether its values are whole numbers, or one of a finite set. */
    public boolean discreteValued() {
        return kind == Kind.DISCRETE || values.whole();
    }

    /** Whether {@code T(,)} and {@code I(,)} may follow, as in JAGS. */
    public boolean truncatable() {
        return truncatable;
    }

    /** What to do where it cannot be truncated, for messages; may be empty. */
    public String insteadOfTruncation() {
        return insteadOfTruncation;
    }

    /** What its parameters have to do with each other. */
    public Relation relation() {
        return relation;
    }

    /** Whether JAGS 4.3 has it too. */
    public boolean inJags() {
        return inJags;
    }

    /** What often lies behind a value that it cannot give; empty if nothing comes to mind. */
    public String advice(double impossible) {
        return slips.stream()
                .filter(slip -> slip.value().test(impossible))
                .map(Slip::advice)
                .findFirst()
                .orElse("");
    }

    /** Whether its arithmetic is that of a class. */
    public boolean is(Class<?> type) {
        return arithmetic == type;
    }

    /** Its arithmetic, if value and parameters are single numbers. */
    public Optional<ScalarDistribution> scalar() {
        return scalar;
    }

    /** Its arithmetic, if value or parameters are arrays: a new instance, for one thread. */
    public Optional<ArrayDistribution> array() {
        return maker.map(Supplier::get);
    }

    @Override
    public String toString() {
        return signature.toString();
    }
}
