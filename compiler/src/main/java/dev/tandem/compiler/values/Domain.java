package dev.tandem.compiler.values;

import dev.tandem.language.DistributionCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a parameter of a distribution may be. A density answers a wrong parameter with minus infinity, but a sampler need
 * not return at all, so draws are made only after this was asked.
 */
enum Domain {
    FINITE("finite") {
        @Override
        boolean contains(double x) {
            return !Double.isNaN(x) && !Double.isInfinite(x);
        }
    },
    POSITIVE("positive") {
        @Override
        boolean contains(double x) {
            return x > 0 && x < Double.POSITIVE_INFINITY;
        }
    },
    NOT_NEGATIVE("zero or positive") {
        @Override
        boolean contains(double x) {
            return x >= 0 && x < Double.POSITIVE_INFINITY;
        }
    },
    PROBABILITY("between 0 and 1") {
        @Override
        boolean contains(double x) {
            return x >= 0 && x <= 1;
        }
    },
    POSITIVE_PROBABILITY("above 0 and at most 1") {
        @Override
        boolean contains(double x) {
            return x > 0 && x <= 1;
        }
    },
    COUNT("a whole number from 0") {
        @Override
        boolean contains(double x) {
            return x >= 0 && x < Double.POSITIVE_INFINITY && x == Math.rint(x);
        }
    },
    /** Not negative, and not all of them zero. */
    WEIGHTS("zero or positive") {
        @Override
        boolean contains(double x) {
            return NOT_NEGATIVE.contains(x);
        }
    },
    ASCENDING("finite, and ascend") {
        @Override
        boolean contains(double x) {
            return FINITE.contains(x);
        }
    },
    POSITIVE_DEFINITE("finite") {
        @Override
        boolean contains(double x) {
            return FINITE.contains(x);
        }
    };

    private static final Map<String, List<Domain>> BY_DISTRIBUTION = Map.ofEntries(
            Map.entry("dbeta", List.of(POSITIVE, POSITIVE)),
            Map.entry("dchisqr", List.of(POSITIVE)),
            Map.entry("ddexp", List.of(FINITE, POSITIVE)),
            Map.entry("dexp", List.of(POSITIVE)),
            Map.entry("df", List.of(POSITIVE, POSITIVE)),
            Map.entry("dgamma", List.of(POSITIVE, POSITIVE)),
            Map.entry("dgen.gamma", List.of(POSITIVE, POSITIVE, POSITIVE)),
            Map.entry("dlnorm", List.of(FINITE, POSITIVE)),
            Map.entry("dlogis", List.of(FINITE, POSITIVE)),
            Map.entry("dnchisqr", List.of(POSITIVE, NOT_NEGATIVE)),
            Map.entry("dnorm", List.of(FINITE, POSITIVE)),
            Map.entry("dnt", List.of(FINITE, POSITIVE, POSITIVE)),
            Map.entry("dpar", List.of(POSITIVE, POSITIVE)),
            Map.entry("dt", List.of(FINITE, POSITIVE, POSITIVE)),
            Map.entry("dunif", List.of(FINITE, FINITE)),
            Map.entry("dweib", List.of(POSITIVE, POSITIVE)),
            Map.entry("dbern", List.of(PROBABILITY)),
            Map.entry("dbin", List.of(PROBABILITY, COUNT)),
            Map.entry("dcat", List.of(WEIGHTS)),
            Map.entry("dhyper", List.of(COUNT, COUNT, COUNT, POSITIVE)),
            Map.entry("dnegbin", List.of(POSITIVE_PROBABILITY, NOT_NEGATIVE)),
            Map.entry("dpois", List.of(NOT_NEGATIVE)),
            Map.entry("ddirch", List.of(WEIGHTS)),
            Map.entry("dmnorm", List.of(FINITE, POSITIVE_DEFINITE)),
            Map.entry("dmnorm.vcov", List.of(FINITE, POSITIVE_DEFINITE)),
            Map.entry("dmt", List.of(FINITE, POSITIVE_DEFINITE, POSITIVE)),
            Map.entry("dmulti", List.of(WEIGHTS, COUNT)),
            Map.entry("dsample", List.of(WEIGHTS, COUNT)),
            Map.entry("dwish", List.of(POSITIVE_DEFINITE, POSITIVE)),
            Map.entry("dinterval", List.of(FINITE, ASCENDING)),
            Map.entry("dround", List.of(FINITE, FINITE)),
            Map.entry("dsum", List.of()),
            Map.entry("sum", List.of()),
            Map.entry("dordered.logit", List.of(FINITE, ASCENDING)),
            Map.entry("dordered.probit", List.of(FINITE, ASCENDING)),
            Map.entry("dscaled.gamma", List.of(POSITIVE, POSITIVE)),
            Map.entry("dscaled.wishart", List.of(POSITIVE, POSITIVE)),
            Map.entry("dbetabin", List.of(POSITIVE, POSITIVE, COUNT)),
            Map.entry("dnormmix", List.of(FINITE, POSITIVE, WEIGHTS)),
            Map.entry("dpick", List.of(PROBABILITY, FINITE, FINITE)),
            Map.entry("dmstate", List.of(COUNT, NOT_NEGATIVE, FINITE)));

    private final String words;

    Domain(String words) {
        this.words = words;
    }

    abstract boolean contains(double x);

    /** A parameter that is wrong, counted from 0, and why. */
    record Fault(int parameter, String message) {}

    /** The domains of the parameters of a distribution, in order. */
    static List<Domain> of(DistributionCall call) {
        return BY_DISTRIBUTION.get(call.canonical());
    }

    /** The first parameter of a call that cannot be, if there is one. */
    static Optional<Fault> fault(DistributionCall call, List<Value> parameters) {
        Optional<Fault> single =
                knownFault(call, parameters.stream().map(Optional::of).toList());
        return single.isPresent() ? single : together(call, parameters);
    }

    /** The same from those that are known; what two have to do with each other is left out. */
    static Optional<Fault> knownFault(DistributionCall call, List<Optional<Value>> parameters) {
        List<Domain> domains = of(call);
        for (int i = 0; i < domains.size(); i++) {
            if (parameters.get(i).isEmpty()) {
                continue;
            }
            Optional<String> complaint =
                    domains.get(i).complaint(parameters.get(i).get());
            if (complaint.isPresent()) {
                // Put into words only now: simulations ask at every draw of every node.
                String name = call.distribution().parameters().get(i).replaceAll("[\\[\\],]", "");
                return Optional.of(new Fault(i, name + " of " + call.written() + " must " + complaint.get()));
            }
        }
        return Optional.empty();
    }

    /** What a parameter must do and does not. */
    private Optional<String> complaint(Value value) {
        double sum = 0;
        for (int i = 0; i < value.size(); i++) {
            if (!contains(value.get(i))) {
                return Optional.of("be " + words + ", not " + Numbers.show(value.get(i)));
            }
            if (this == ASCENDING && i > 0 && value.get(i) < value.get(i - 1)) {
                return Optional.of(
                        "ascend, and " + Numbers.show(value.get(i)) + " follows " + Numbers.show(value.get(i - 1)));
            }
            sum += value.get(i);
        }
        if (this == WEIGHTS && sum == 0) {
            return Optional.of("not be zero throughout");
        }
        if (this == POSITIVE_DEFINITE) {
            return Matrices.complaint(value).map(complaint -> "be " + complaint);
        }
        return Optional.empty();
    }

    /** What two parameters have to do with each other. */
    private static Optional<Fault> together(DistributionCall call, List<Value> parameters) {
        return switch (call.canonical()) {
            case "dunif" -> {
                double a = parameters.get(0).scalar();
                double b = parameters.get(1).scalar();
                yield a < b
                        ? Optional.empty()
                        : fault(
                                1,
                                "b of dunif must be above a, and " + Numbers.show(b) + " is not above "
                                        + Numbers.show(a));
            }
            case "dhyper" -> {
                double all = parameters.get(0).scalar() + parameters.get(1).scalar();
                yield parameters.get(2).scalar() <= all
                        ? Optional.empty()
                        : fault(2, "m1 of dhyper must be at most n1 + n2, which is " + Numbers.show(all));
            }
            case "dwish" -> {
                int rows = parameters.get(0).dim(0);
                yield !parameters.get(1).isScalar() || parameters.get(1).scalar() >= rows
                        ? Optional.empty()
                        : fault(1, "k of dwish must be at least the number of rows, " + rows);
            }
            case "dsample" -> {
                long possible = 0;
                for (int i = 0; i < parameters.get(0).size(); i++) {
                    possible += parameters.get(0).get(i) > 0 ? 1 : 0;
                }
                yield !parameters.get(1).isScalar() || parameters.get(1).scalar() <= possible
                        ? Optional.empty()
                        : fault(1, "k of dsample must be at most the number of weights above zero, " + possible);
            }
            case "dmstate" -> {
                double initial =
                        parameters.get(0).isScalar() ? parameters.get(0).scalar() : 1;
                int states = parameters.get(2).dim(0);
                // An initial state that is no single number is for the law itself to refuse.
                yield initial >= 1 && initial <= states
                        ? Optional.empty()
                        : fault(0, "initial of dmstate must be from 1 to " + states + ", not " + Numbers.show(initial));
            }
            default -> Optional.empty();
        };
    }

    private static Optional<Fault> fault(int parameter, String message) {
        return Optional.of(new Fault(parameter, message));
    }
}
