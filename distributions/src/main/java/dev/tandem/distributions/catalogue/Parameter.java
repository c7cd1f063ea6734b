package dev.tandem.distributions.catalogue;

/**
 * A parameter of a distribution or of a function.
 *
 * @param name its name in the manual of JAGS
 * @param shape whether it is an array
 * @param domain what it may be
 * @param precision whether it is a precision, which users of other languages take for a variance or a standard deviation
 */
public record Parameter(String name, Shape shape, Domain domain, boolean precision) {
    /** What stands for a parameter in a call. */
    public enum Shape {
        SCALAR(""),
        VECTOR("[]"),
        MATRIX("[,]");

        private final String suffix;

        Shape(String suffix) {
            this.suffix = suffix;
        }
    }

    static Parameter number(String name, Domain domain) {
        return new Parameter(name, Shape.SCALAR, domain, false);
    }

    static Parameter vector(String name, Domain domain) {
        return new Parameter(name, Shape.VECTOR, domain, false);
    }

    static Parameter matrix(String name, Domain domain) {
        return new Parameter(name, Shape.MATRIX, domain, false);
    }

    static Parameter precision(String name) {
        return new Parameter(name, Shape.SCALAR, Domain.POSITIVE, true);
    }

    static Parameter precisionMatrix(String name) {
        return new Parameter(name, Shape.MATRIX, Domain.POSITIVE_DEFINITE, true);
    }

    /** The name as a signature shows it, with {@code []} behind vectors and {@code [,]} behind matrices. */
    public String shown() {
        return name + shape.suffix;
    }
}
