package dev.tandem.distributions.catalogue;

/** What a distribution can give: numbers between two ends, or arrays of a kind. */
public sealed interface Values {
    /** Whether one element is a whole number wherever the parameters allow it at all. */
    boolean whole();

    /** The lower end of a number, or of each element of an array. */
    Bound lower();

    /** The upper end of a number, or of each element of an array. */
    Bound upper();

    /** What is to be said of the lower end itself, where it is zero. */
    enum Zero {
        POSSIBLE,
        /** Some parameters give it a density, none a probability: nobody observes it. */
        UNUSUAL,
        IMPOSSIBLE
    }

    /** Single numbers. */
    record Numbers(boolean whole, Bound lower, Bound upper, Zero zero) implements Values {
        @Override
        public boolean equals(Object other) {
            return other instanceof Numbers numbers
                    && whole == numbers.whole
                    && lower.equals(numbers.lower)
                    && upper.equals(numbers.upper)
                    && zero.equals(numbers.zero);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * (31 * Boolean.hashCode(whole) + lower.hashCode()) + upper.hashCode()) + zero.hashCode();
        }
    }

    /** Arrays of a kind. */
    enum Arrays implements Values {
        /** Vectors of any numbers. */
        REALS,
        /** Vectors of probabilities that sum to one. */
        SIMPLEX,
        /** Vectors of counts that sum to the second parameter. */
        COUNTS,
        /** Vectors of zeros and ones that sum to the second parameter. */
        INDICATORS,
        /** Symmetric positive definite matrices. */
        POSITIVE_DEFINITE;

        @Override
        public boolean whole() {
            return this == COUNTS || this == INDICATORS;
        }

        @Override
        public Bound lower() {
            return switch (this) {
                case REALS, POSITIVE_DEFINITE -> Bound.openBelow();
                case SIMPLEX, COUNTS, INDICATORS -> Bound.fixed(0);
            };
        }

        @Override
        public Bound upper() {
            return switch (this) {
                case REALS, POSITIVE_DEFINITE -> Bound.openAbove();
                case SIMPLEX, INDICATORS -> Bound.fixed(1);
                case COUNTS -> Bound.value(1);
            };
        }
    }

    /** All finite numbers. */
    static Values reals() {
        return between(Bound.openBelow(), Bound.openAbove());
    }

    /** Numbers above zero, and zero itself as that says. */
    static Values positive(Zero zero) {
        return new Numbers(false, Bound.fixed(0), Bound.openAbove(), zero);
    }

    static Values between(Bound lower, Bound upper) {
        return new Numbers(false, lower, upper, Zero.POSSIBLE);
    }

    /** Whole numbers. */
    static Values whole(Bound lower, Bound upper) {
        return new Numbers(true, lower, upper, Zero.POSSIBLE);
    }
}
