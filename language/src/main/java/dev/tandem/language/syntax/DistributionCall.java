package dev.tandem.language.syntax;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.language.source.SourceSpan;
import java.util.List;

/**
 * {@code dnorm(mu, tau)} on the right of {@code ~}.
 *
 * @param written the name in the file, which may be an alias such as {@code dbinom}
 * @param canonical the name under which {@link Distributions} lists it, such as {@code dbin}
 */
public record DistributionCall(String written, String canonical, List<Expression> arguments, SourceSpan span)
        implements Node {
    public DistributionCall {
        arguments = List.copyOf(arguments);
    }

    /** Where the name alone stands. */
    public SourceSpan nameSpan() {
        return span.first(written.length());
    }

    /** The catalogue's entry; always present in a checked model. */
    public Distribution distribution() {
        return Distributions.find(canonical)
                .orElseThrow(() -> new IllegalStateException("unknown distribution " + canonical));
    }
}
