package dev.tandem.draws.statistics;

/** The discrete Fourier transform of complex sequences whose length is a power of two, in place. */
final class FourierTransform {
    private final int size;
    private final double[] cosines;
    private final double[] sines;

    FourierTransform(int size) {
        if (Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("not a power of two: " + size);
        }
        this.size = size;
        // Each angle from the library, not by a recurrence, whose rounding errors would grow with the length.
        cosines = new double[size / 2];
        sines = new double[size / 2];
        for (int k = 0; k < size / 2; k++) {
            double angle = 2 * Math.PI * k / size;
            cosines[k] = Math.cos(angle);
            sines[k] = Math.sin(angle);
        }
    }

    /** Replaces z by the sums over j of z[j] exp(-2 pi i j k / size), for k = 0, 1, .. */
    void forward(double[] re, double[] im) {
        reverseBits(re, im);
        for (int half = 1; half < size; half <<= 1) {
            int step = size / (2 * half);
            for (int start = 0; start < size; start += 2 * half) {
                for (int k = 0; k < half; k++) {
                    int even = start + k;
                    int odd = even + half;
                    double c = cosines[k * step];
                    double s = sines[k * step];
                    double oddRe = re[odd] * c + im[odd] * s;
                    double oddIm = im[odd] * c - re[odd] * s;
                    re[odd] = re[even] - oddRe;
                    im[odd] = im[even] - oddIm;
                    re[even] += oddRe;
                    im[even] += oddIm;
                }
            }
        }
    }

    private void reverseBits(double[] re, double[] im) {
        int shift = Integer.numberOfLeadingZeros(size) + 1;
        // A length of one has no bits to reverse.
        for (int i = 0; i < size && size > 1; i++) {
            int j = Integer.reverse(i) >>> shift;
            if (i < j) {
                double swapped = re[i];
                re[i] = re[j];
                re[j] = swapped;
                swapped = im[i];
                im[i] = im[j];
                im[j] = swapped;
            }
        }
    }
}
