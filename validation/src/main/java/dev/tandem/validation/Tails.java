package dev.tandem.validation;

/** Tail probabilities of the laws that test statistics follow, and the thresholds that a false-alarm budget buys. */
public final class Tails {
    private Tails() {}

    /** P(|T| > t) for Student's law with a whole number of degrees of freedom (Abramowitz and Stegun 26.7.3, 26.7.4). */
    public static double student(double t, int degrees) {
        double angle = Math.atan(Math.abs(t) / Math.sqrt(degrees));
        double sine = Math.sin(angle);
        double cosine = Math.cos(angle);
        boolean odd = degrees % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = degrees == 1 ? 0 : term;
        for (int k = odd ? 3 : 2; k < degrees; k += 2) {
            term *= cosine * cosine * (k - 1) / k;
            sum += term;
        }
        double inside = odd ? 2 / Math.PI * (angle + sine * sum) : sine * sum;
        return Math.max(0, 1 - inside);
    }

    /** The t that a score of this law exceeds in size with the given probability. */
    public static double studentThreshold(double probability, int degrees) {
        double low = 0;
        double high = 1;
        while (student(high, degrees) > probability) {
            high *= 2;
        }
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            if (student(middle, degrees) > probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** P(X > x) for the chi-square law with an even number of degrees of freedom, a Poisson sum. */
    public static double chiSquare(double x, int degrees) {
        if (degrees < 2 || degrees % 2 == 1) {
            throw new IllegalArgumentException("degrees of freedom must be even, not " + degrees);
        }
        double term = Math.exp(-0.5 * x);
        double sum = term;
        for (int r = 1; r < degrees / 2; r++) {
            term *= 0.5 * x / r;
            sum += term;
        }
        return sum;
    }
}
