package dev.tandem.distributions.catalogue;

import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.catalogue.Distribution.Form;
import dev.tandem.distributions.catalogue.Distribution.Functions;
import dev.tandem.distributions.catalogue.Distribution.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A row of the catalogue while it is written. What it does not say is as for most distributions. */
final class Row {
    final String names;
    final Kind kind;
    final Class<?> arithmetic;
    final Optional<Supplier<ArrayDistribution>> maker;
    List<Parameter> parameters = List.of();
    boolean variadic;
    Values values = Values.reals();
    Form form = Form.SINGLE;
    Functions functions = Functions.NONE;
    boolean truncatable;
    String insteadOfTruncation = "";
    Relation relation = Relation.NONE;
    boolean inJags = true;
    final List<Slip> slips = new ArrayList<>();
    final List<NamedForm> namedForms = new ArrayList<>();

    private Row(Kind kind, String names, Class<?> arithmetic, Optional<Supplier<ArrayDistribution>> maker) {
        this.names = names;
        this.kind = kind;
        this.arithmetic = arithmetic;
        this.maker = maker;
        truncatable = kind != Kind.MULTIVARIATE;
    }

    /**
     * A distribution of single numbers with single numbers as parameters: a class of static methods.
     *
     * @param names separated by a bar, the canonical one first
     */
    static Row row(Kind kind, String names, Class<?> arithmetic) {
        return new Row(kind, names, arithmetic, Optional.empty());
    }

    /**
     * A distribution whose value or parameters are arrays.
     *
     * @param names separated by a bar, the canonical one first
     */
    static <L extends ArrayDistribution> Row row(Kind kind, String names, Class<L> arithmetic, Supplier<L> maker) {
        return new Row(kind, names, arithmetic, Optional.of(maker::get));
    }

    Row takes(Parameter... list) {
        parameters = List.of(list);
        return this;
    }

    /** Parameters may also be given by these names; see {@link NamedForm#of}. */
    Row called(String places, String... what) {
        namedForms.add(NamedForm.of(places, what));
        return this;
    }

    /** The last parameter may be repeated. */
    Row orMore() {
        variadic = true;
        return this;
    }

    Row gives(Values what) {
        values = what;
        return this;
    }

    Row withFunctions(Functions which) {
        functions = which;
        return this;
    }

    Row shaped(Form shape) {
        form = shape;
        return this;
    }

    /** {@code T(,)} and {@code I(,)} may not follow; what to do instead, if there is something. */
    Row neverTruncated(String instead) {
        truncatable = false;
        insteadOfTruncation = instead;
        return this;
    }

    /** JAGS does not have it, so there is nothing to compare it with there. */
    Row beyondJags() {
        inJags = false;
        return this;
    }

    Row where(Relation what) {
        relation = what;
        return this;
    }

    Row slip(Slip slip) {
        slips.add(slip);
        return this;
    }
}
