package dev.tandem.distributions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The functions of arrays, by their canonical JAGS names. */
public final class ArrayFunctions {
    private static final Map<String, Supplier<ArrayFunction>> ALL = all();

    private ArrayFunctions() {}

    private static Map<String, Supplier<ArrayFunction>> all() {
        Map<String, Supplier<ArrayFunction>> all = new LinkedHashMap<>();
        all.put("sum", () -> new Reduction(Reduction.Kind.SUM));
        all.put("mean", () -> new Reduction(Reduction.Kind.MEAN));
        all.put("sd", () -> new Reduction(Reduction.Kind.SD));
        all.put("max", () -> new Reduction(Reduction.Kind.MAX));
        all.put("min", () -> new Reduction(Reduction.Kind.MIN));
        all.put("prod", Product::new);
        all.put("inprod", InnerProduct::new);
        all.put("interp.lin", LinearInterpolation::new);
        all.put("sort", () -> new Sorting(Sorting.Kind.SORT));
        all.put("rank", () -> new Sorting(Sorting.Kind.RANK));
        all.put("order", () -> new Sorting(Sorting.Kind.ORDER));
        all.put("t", Transpose::new);
        all.put("%*%", MatrixProduct::new);
        all.put("inverse", SymmetricInverse::new);
        all.put("inverse.lu", GeneralInverse::new);
        all.put("logdet", LogDeterminant::new);
        all.put("mexp", ExponentialOfMatrix::new);
        return all;
    }

    /** A new instance, for one thread. */
    public static Optional<ArrayFunction> create(String canonicalName) {
        return Optional.ofNullable(ALL.get(canonicalName)).map(Supplier::get);
    }

    /** All canonical names. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(ALL.keySet());
    }
}
