package dev.tandem.paper;

import java.util.Map;

/**
 * What one chain left behind.
 *
 * @param taken what the recorder took down
 * @param draws draws after warmup
 * @param gradients gradients after warmup
 * @param visits visits of discrete sites after warmup
 * @param acceptance mean acceptance probability
 * @param divergences iterations whose energy error went beyond bounds
 * @param cpuSeconds processor time after warmup
 * @param stepSize the step size in use; NaN where there is none
 */
record ChainResult(
        Map<String, double[]> taken,
        long draws,
        long gradients,
        long visits,
        double acceptance,
        long divergences,
        double cpuSeconds,
        double stepSize) {

    static final int NUMBERS = 7;
    static final int DRAWS = 0;
    static final int GRADIENTS = 1;
    static final int VISITS = 2;
    static final int ACCEPTANCE = 3;
    static final int DIVERGENCES = 4;
    static final int CPU = 5;
    static final int STEP = 6;

    /** The numbers of the chain as a whole, in the order of the constants. */
    double[] numbers() {
        return new double[] {draws, gradients, visits, acceptance, divergences, cpuSeconds, stepSize};
    }
}
