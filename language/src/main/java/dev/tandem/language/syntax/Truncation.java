package dev.tandem.language.syntax;

import dev.tandem.language.source.SourceSpan;
import java.util.Optional;

/** {@code T(lower, upper)}, {@code I(lower, upper)} or {@code C(lower, upper)} behind a distribution; an absent end is open. */
public record Truncation(Kind kind, Optional<Expression> lower, Optional<Expression> upper, SourceSpan span)
        implements Node {

    /** What the letter means. */
    public enum Kind {
        /** {@code T}: the density is normalised to the interval. */
        TRUNCATION("T"),
        /** {@code I}: the density is not normalised, which JAGS allows only where the parameters are fixed. */
        INTERVAL("I"),
        /**
         * {@code C} of OpenBUGS, and {@code I} as WinBUGS reads it: a value that was not seen lies between these ends, and the
         * density is that of the distribution itself.
         */
        CENSORING("C");

        private final String letter;

        Kind(String letter) {
            this.letter = letter;
        }

        public String letter() {
            return letter;
        }
    }
}
