package dev.tandem.compiler;

/**
 * A program that does what the gradient of {@link VectorisedLoopTest}'s regression did, by hand and without the guard of
 * generated loops: it dies where the compiler of the virtual machine has the fault.
 */
final class SumsBesideAStore {
    private final double[] derivative = new double[21];
    private final double[] first = new double[21];
    private final double[] second = new double[21];
    private final double[] stored = new double[21];
    private final double[] sums = new double[4];

    private SumsBesideAStore() {
        for (int i = 0; i < 21; i++) {
            first[i] = i % 2;
            second[i] = i % 3;
            derivative[i] = i;
        }
    }

    private void addUp() {
        double both = 0.0;
        double one = 0.0;
        double none = 0.0;
        double other = 0.0;
        for (int i = 1; i <= 21; i++) {
            double d = derivative[i - 1];
            double w = first[i - 1];
            double u = second[i - 1];
            both += d * w * u;
            one += d * w;
            none += d;
            other += d * u;
            stored[i - 1] = d;
        }
        sums[3] += both;
        sums[2] += one;
        sums[1] += other;
        sums[0] += none;
    }

    public static void main(String[] arguments) {
        SumsBesideAStore loop = new SumsBesideAStore();
        for (int i = 0; i < 50_000; i++) {
            loop.addUp();
        }
        System.out.println(loop.sums[3] + loop.stored[20]);
    }
}
