package dev.tandem.language;

import java.util.Optional;

/** {@code T(lower, upper)} or {@code I(lower, upper)} behind a distribution; an absent end is open. */
public record Truncation(Kind kind, Optional<Expression> lower, Optional<Expression> upper, SourceSpan span)
        implements Node {

    /** What the letter means. */
    public enum Kind {
        /** {@code T}: the density is normalised to the interval. */
        TRUNCATION("T"),
        /** {@code I}: the density is not normalised, which JAGS allows only where the parameters are fixed. */
        INTERVAL("I");

        private final String letter;

        Kind(String letter) {
            this.letter = letter;
        }

        public String letter() {
            return letter;
        }
    }
}
