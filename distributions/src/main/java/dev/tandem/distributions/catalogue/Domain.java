package dev.tandem.distributions.catalogue;

/**
 * What a parameter of a distribution, or an argument of a function, may be. A density answers a wrong parameter with minus infinity, but a sampler need
 * not return at all, so draws are made only after this was asked.
 */
public enum Domain {
    FINITE("finite", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return !Double.isNaN(x) && !Double.isInfinite(x);
        }
    },
    POSITIVE("positive", 0, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return x > 0 && x < Double.POSITIVE_INFINITY;
        }
    },
    NOT_NEGATIVE("zero or positive", 0, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return x >= 0 && x < Double.POSITIVE_INFINITY;
        }
    },
    PROBABILITY("between 0 and 1", 0, 1) {
        @Override
        public boolean contains(double x) {
            return x >= 0 && x <= 1;
        }
    },
    POSITIVE_PROBABILITY("above 0 and at most 1", 0, 1) {
        @Override
        public boolean contains(double x) {
            return x > 0 && x <= 1;
        }
    },
    /** What a sine or a correlation can be. */
    UP_TO_ONE("between -1 and 1", -1, 1) {
        @Override
        public boolean contains(double x) {
            return x >= -1 && x <= 1;
        }
    },
    FROM_MINUS_ONE("-1 or more", -1, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return x >= -1 && x < Double.POSITIVE_INFINITY;
        }
    },
    FROM_ONE("1 or more", 1, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return x >= 1 && x < Double.POSITIVE_INFINITY;
        }
    },
    COUNT("a whole number from 0", 0, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return x >= 0 && x < Double.POSITIVE_INFINITY && x == Math.rint(x);
        }
    },
    /** Not negative, and not all of them zero. */
    WEIGHTS("zero or positive", 0, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return NOT_NEGATIVE.contains(x);
        }
    },
    ASCENDING("finite, and ascend", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return FINITE.contains(x);
        }
    },
    POSITIVE_DEFINITE("finite", Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY) {
        @Override
        public boolean contains(double x) {
            return FINITE.contains(x);
        }
    };

    private final String words;
    private final double least;
    private final double greatest;

    Domain(String words, double least, double greatest) {
        this.words = words;
        this.least = least;
        this.greatest = greatest;
    }

    /** Whether a single number, or one element of an array, may be in a parameter. */
    public abstract boolean contains(double x);

    /** What its numbers must be, for messages. */
    public String words() {
        return words;
    }

    /** No number of it is smaller. */
    public double least() {
        return least;
    }

    /** No number of it is greater. */
    public double greatest() {
        return greatest;
    }
}
