package dev.tandem.compiler.values;

import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.language.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/** The functions and distributions of arrays, made once each since they own scratch space. */
final class ArrayLibrary {
    private static final String SHAPES =
            "look at the shapes of the arguments: x[i,] is a row, x[,j] a column, and extents of 1 are dropped";

    private final Map<Function, ArrayFunction> functions = new HashMap<>();
    private final Map<Distribution, ArrayDistribution> distributions = new HashMap<>();

    /** The value of a function, whose complaints about shapes are words for the user already. */
    Value call(SourceSpan span, Function row, List<Value> arguments) {
        ArrayFunction function = functions.computeIfAbsent(row, ArrayLibrary::function);
        double[][] values = new double[arguments.size()][];
        int[][] dims = new int[arguments.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).sharedValues();
            dims[i] = arguments.get(i).sharedDims();
            if (values[i].length == 0) {
                throw new EvaluationException(
                        span,
                        row.name() + " has nothing to work on: an argument is empty",
                        "a range whose end lies below its start has no elements");
            }
            if (row == Functions.INPROD) {
                // JAGS asks for arguments of one length only, whatever their shapes.
                dims[i] = new int[] {values[i].length};
            }
        }
        int[] resultDims;
        try {
            resultDims = function.resultDims(dims);
        } catch (IllegalArgumentException complaint) {
            throw new EvaluationException(span, complaint.getMessage(), SHAPES);
        }
        double[] result = new double[Shapes.size(resultDims)];
        function.value(values, dims, result);
        return Value.wrap(resultDims, result);
    }

    /** The log density of a distribution: argument 0 is the value. */
    double logDensity(SourceSpan span, Distribution distribution, Value... arguments) {
        double[][] values = new double[arguments.length][];
        int[][] dims = new int[arguments.length][];
        for (int i = 0; i < arguments.length; i++) {
            values[i] = arguments[i].sharedValues();
            dims[i] = arguments[i].sharedDims();
        }
        return checked(span, distribution, dims).logDensity(values, dims);
    }

    /** One draw of the given dimensions. */
    Value sample(
            SourceSpan span, Distribution distribution, List<Value> parameters, UniformRandomProvider rng, int[] dims) {
        double[][] values = new double[parameters.size() + 1][];
        int[][] allDims = new int[parameters.size() + 1][];
        values[0] = new double[Shapes.size(dims)];
        allDims[0] = dims.clone();
        for (int i = 0; i < parameters.size(); i++) {
            values[i + 1] = parameters.get(i).sharedValues();
            allDims[i + 1] = parameters.get(i).sharedDims();
        }
        checked(span, distribution, allDims).sample(rng, values, allDims);
        return Value.wrap(allDims[0], values[0]);
    }

    private ArrayDistribution checked(SourceSpan span, Distribution distribution, int[][] dims) {
        ArrayDistribution arithmetic = distributions.computeIfAbsent(distribution, ArrayLibrary::arithmetic);
        String complaint = arithmetic.complaint(dims);
        if (!complaint.isEmpty()) {
            throw new EvaluationException(span, complaint, SHAPES);
        }
        return arithmetic;
    }

    private static ArrayDistribution arithmetic(Distribution distribution) {
        return distribution
                .array()
                .orElseThrow(() -> new IllegalArgumentException(distribution + " is not one of arrays"));
    }

    private static ArrayFunction function(Function row) {
        return row.array().orElseThrow(() -> new IllegalArgumentException(row + " is not one of arrays"));
    }
}
