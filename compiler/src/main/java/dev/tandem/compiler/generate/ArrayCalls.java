package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.function.ArrayFunction;
import java.util.Arrays;
import java.util.Map;

/** One call of an array function or density in one cursor, with the scratch arrays that generated code fills and empties. */
final class ArrayCalls {
    /**
     * What is known of a call before any cursor exists.
     *
     * @param fixed for each argument its elements if they never change, else null
     * @param active for each argument whether its derivatives are wanted
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Plan(Program.ArrayCall call, double[][] fixed, boolean[] active) {}

    private final ArrayFunction function;
    private final ArrayDistribution distribution;
    private final double[][] arguments;
    private final int[][] dims;
    private final double[][] bars;
    private final double[] result;
    private final double[] resultBar;

    ArrayCalls(Plan plan) {
        Program.ArrayCall call = plan.call();
        distribution = call.density() ? Distributions.array(call.name()).orElseThrow() : null;
        function = call.density() ? null : Functions.array(call.name()).orElseThrow();
        int count = call.sizes().length;
        arguments = new double[count][];
        bars = new double[count][];
        dims = new int[count][];
        for (int i = 0; i < count; i++) {
            arguments[i] = plan.fixed()[i] != null ? plan.fixed()[i] : new double[call.sizes()[i]];
            if (distribution != null && plan.fixed()[i] != null) {
                distribution.hold(i);
            }
            boolean smooth = distribution != null ? distribution.differentiable(i) : function.differentiable();
            bars[i] = smooth && plan.active()[i] ? new double[call.sizes()[i]] : null;
            dims[i] = call.dims().get(i).clone();
        }
        result = new double[call.resultSize()];
        resultBar = new double[call.resultSize()];
    }

    static String argument(int call, int i) {
        return "a" + call + "_" + i;
    }

    static String bar(int call, int i) {
        return "da" + call + "_" + i;
    }

    static String result(int call) {
        return "r" + call;
    }

    static String resultBar(int call) {
        return "dr" + call;
    }

    void name(int call, Map<String, Object> arrays) {
        for (int i = 0; i < arguments.length; i++) {
            arrays.put(argument(call, i), arguments[i]);
            if (bars[i] != null) {
                arrays.put(bar(call, i), bars[i]);
            }
        }
        arrays.put(result(call), result);
        arrays.put(resultBar(call), resultBar);
    }

    void value() {
        if (distribution != null) {
            logDensity();
        } else {
            function.value(arguments, dims, result);
        }
    }

    void pullback() {
        clear();
        if (distribution != null) {
            distribution.addGradient(arguments, dims, resultBar[0], bars);
        } else {
            function.addGradient(arguments, dims, result, resultBar, bars);
        }
    }

    void logDensity() {
        result[0] = distribution.logDensity(arguments, dims);
    }

    void logDensityAndGradient() {
        clear();
        result[0] = distribution.addGradientAndGetLogDensity(arguments, dims, 1, bars);
    }

    private void clear() {
        for (double[] bar : bars) {
            if (bar != null) {
                Arrays.fill(bar, 0);
            }
        }
    }
}
