package dev.tandem.validation;

/**
 * Whether this machine rounds as the one that the documentation was written on, so that its numbers can be compared digit by
 * digit. Java leaves the last bit of exp and its kin to the family of the processor (x86 here, whatever the version of
 * Java); another family makes other draws from the same seed.
 */
public final class PageArithmetic {
    private static final long THAT_OF_THE_PAGES = 0xf252e0befcc64469L;

    private PageArithmetic() {}

    public static boolean isHere() {
        return fingerprint() == THAT_OF_THE_PAGES;
    }

    private static long fingerprint() {
        long sum = 0;
        for (int i = 1; i <= 4000; i++) {
            double x = i / 300.0;
            double[] values = {
                Math.exp(x), Math.log(x), Math.pow(x, 0.3), Math.sin(x), Math.tan(x), Math.log1p(x), Math.atan(x)
            };
            for (double value : values) {
                sum = 31 * sum + Double.doubleToLongBits(value);
            }
        }
        return sum;
    }
}
