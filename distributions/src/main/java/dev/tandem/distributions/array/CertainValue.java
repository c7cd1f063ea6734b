package dev.tandem.distributions.array;

/** A value that the parameters determine: its log density is 0, or minus infinity, and has no derivative to speak of. */
abstract class CertainValue implements ArrayDistribution {
    @Override
    public final void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        // Constant where it is finite.
    }

    @Override
    public final boolean differentiable(int argument) {
        return false;
    }
}
