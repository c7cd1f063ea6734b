package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.distributions.scalar.ScalarDistribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every distribution compiled: observed, unknown, truncated; values against the reference, gradients by the contract. */
@Order(1)
class CompiledDistributionsTest {
    /**
     * A distribution of single numbers.
     *
     * @param call with unknown parameters
     * @param fixed with known parameters
     * @param values three values that it can give, in order
     * @param bounds where {@code T(,)} may cut, around the values
     */
    private record Scalar(String call, String fixed, String values, List<String> bounds) {}

    /** Of arrays: the left side, the right side and data for the observed node. */
    private record Arrays(String left, String call, String data) {}

    /** Their distribution functions are incomplete gamma, beta and error functions of a library that makes objects. */
    private static final Set<String> LIBRARY = Set.of(
            "dbeta",
            "dchisqr",
            "df ",
            "dgamma",
            "dgen.gamma",
            "dnchisqr",
            "dnorm",
            "dnt",
            "dlnorm",
            "dt",
            "dbin",
            "dnegbin",
            "dpois",
            "dscaled.gamma",
            "dordered.probit");

    private static final Map<String, Scalar> SCALARS = scalars();
    private static final Map<String, Arrays> ARRAYS = arrays();

    private static Map<String, Scalar> scalars() {
        Map<String, Scalar> map = new LinkedHashMap<>();
        map.put("dbeta", new Scalar("dbeta(us, ur)", "dbeta(2, 3)", "0.2, 0.45, 0.6", List.of("0.1", "0.8")));
        map.put("dchisqr", new Scalar("dchisqr(ur)", "dchisqr(3)", "0.7, 2, 3.5", List.of("0.4", "6")));
        map.put("ddexp", new Scalar("ddexp(ua, us)", "ddexp(0.3, 2)", "-0.7, 0.2, 1.5", List.of("-1.5", "2.5")));
        map.put("dexp", new Scalar("dexp(us)", "dexp(1.5)", "0.2, 0.9, 1.7", List.of("0.1", "3")));
        map.put("df", new Scalar("df(us, ur)", "df(4, 5)", "0.3, 1.1, 2", List.of("0.2", "4")));
        map.put("dgamma", new Scalar("dgamma(us, ur)", "dgamma(2.5, 2)", "0.3, 1.1, 2", List.of("0.2", "4")));
        map.put(
                "dgen.gamma",
                new Scalar(
                        "dgen.gamma(us, ur, 0.5 + uw)", "dgen.gamma(2, 1, 1.5)", "0.3, 0.6, 1.2", List.of("0.2", "2")));
        map.put("dlnorm", new Scalar("dlnorm(ua, us)", "dlnorm(0.2, 2)", "0.4, 1, 2.3", List.of("0.2", "4")));
        map.put("dlogis", new Scalar("dlogis(ua, us)", "dlogis(0.2, 2)", "-0.4, 1, 2.3", List.of("-1", "4")));
        map.put("dnchisqr", new Scalar("dnchisqr(ur, us)", "dnchisqr(3, 1.5)", "1.4, 3, 5.3", List.of("0.5", "9")));
        map.put("dnorm", new Scalar("dnorm(ua, us)", "dnorm(0.2, 2)", "-0.4, 1, 2.3", List.of("-1", "4")));
        map.put("dnt", new Scalar("dnt(ua, us, ur)", "dnt(0.2, 2, 4)", "-0.4, 1, 2.3", List.of("-1", "4")));
        map.put("dpar", new Scalar("dpar(us, up)", "dpar(2, 0.5)", "1.1, 1.5, 2.3", List.of("1.05", "4")));
        map.put("dt", new Scalar("dt(ua, us, ur)", "dt(0.2, 2, 4)", "-0.4, 1, 2.3", List.of("-1", "4")));
        map.put("dunif", new Scalar("dunif(-us, ur)", "dunif(-1, 2)", "-0.01, 0.01, 0.02", List.of()));
        map.put("dweib", new Scalar("dweib(us, ur)", "dweib(2, 0.7)", "0.4, 1, 1.3", List.of("0.2", "2.5")));
        map.put(
                "dscaled.gamma",
                new Scalar("dscaled.gamma(us, ur)", "dscaled.gamma(2, 3)", "0.4, 1, 1.3", List.of("0.2", "3")));
        map.put("dbern", new Scalar("dbern(up)", "dbern(0.3)", "0, 1, 1", List.of()));
        map.put("dbin", new Scalar("dbin(up, 6)", "dbin(0.3, 5)", "1, 3, 4", List.of("1", "5")));
        map.put("dhyper", new Scalar("dhyper(5, 6, 4, us)", "dhyper(5, 6, 4, 1.5)", "1, 2, 3", List.of()));
        map.put("dnegbin", new Scalar("dnegbin(up, us)", "dnegbin(0.4, 2)", "1, 3, 4", List.of("1", "6")));
        map.put("dpois", new Scalar("dpois(us)", "dpois(2.5)", "1, 3, 4", List.of("1", "6")));
        map.put("dbetabin", new Scalar("dbetabin(us, ur, 6)", "dbetabin(1.5, 2, 5)", "1, 3, 4", List.of("1", "5")));
        map.put("dpick", new Scalar("dpick(up, 2, 4)", "dpick(0.3, 2, 5)", "2, 4, 4", List.of()));
        map.put("dcat", new Scalar("dcat(ug)", "dcat(c(0.2, 0.3, 0.5))", "1, 3, 2", List.of()));
        map.put(
                "dordered.logit",
                new Scalar(
                        "dordered.logit(ua, c(ub - us, ub, ub + ur))",
                        "dordered.logit(0.3, c(-1, 0.5))",
                        "1, 3, 2",
                        List.of()));
        map.put(
                "dordered.probit",
                new Scalar(
                        "dordered.probit(ua, c(ub - us, ub, ub + ur))",
                        "dordered.probit(0.3, c(-1, 0.5))",
                        "1, 3, 2",
                        List.of()));
        map.put(
                "dnormmix",
                new Scalar(
                        "dnormmix(uv, ug, uq)",
                        "dnormmix(c(0, 1), c(2, 1), c(0.4, 0.6))",
                        "-0.3, 0.4, 1.3",
                        List.of()));
        map.put("dmstate", new Scalar("dmstate(1, 1.5, rates)", "dmstate(2, 0.7, fixed)", "1, 2, 2", List.of()));
        for (Distribution row : Distributions.all()) {
            row.scalar().ifPresent(scalar -> map.computeIfAbsent(row.name(), name -> ofRow(row, scalar)));
        }
        return map;
    }

    /** With parameters inside their domains, values at three quantiles and bounds around them. */
    private static Scalar ofRow(Distribution row, ScalarDistribution scalar) {
        List<String> unknown = new ArrayList<>();
        List<String> known = new ArrayList<>();
        for (Parameter parameter : row.parameters()) {
            boolean first = unknown.isEmpty();
            switch (parameter.domain()) {
                case FINITE -> unknown.add(first ? "ua" : "ub");
                case PROBABILITY, POSITIVE_PROBABILITY -> unknown.add("up");
                case COUNT -> unknown.add("6");
                default -> unknown.add(first ? "us" : "ur");
            }
            known.add(
                    switch (parameter.domain()) {
                        case FINITE, PROBABILITY, POSITIVE_PROBABILITY -> "0.3";
                        case COUNT -> "6";
                        default -> first ? "1.5" : "2";
                    });
        }
        double[] p = known.stream().mapToDouble(Double::parseDouble).toArray();
        List<String> quantiles = Stream.of(0.1, 0.25, 0.5, 0.75, 0.9)
                .map(u -> String.format(Locale.ROOT, "%.2f", scalar.quantile(u, p)))
                .toList();
        return new Scalar(
                row.name() + "(" + String.join(", ", unknown) + ")",
                row.name() + "(" + String.join(", ", known) + ")",
                String.join(", ", quantiles.subList(1, 4)),
                row.truncatable() ? List.of(quantiles.get(0), quantiles.get(4)) : List.of());
    }

    /** A call with unknown parameters, and a value that it can give. */
    static Map.Entry<String, String> example(Distribution row) {
        Scalar scalar = SCALARS.get(row.name());
        return Map.entry(scalar.call(), scalar.values().split(",", 2)[0]);
    }

    private static Map<String, Arrays> arrays() {
        Map<String, Arrays> map = new LinkedHashMap<>();
        map.put("ddirch", new Arrays("x[1:3]", "ddirch(ug)", "x <- c(0.2, 0.5, 0.3)"));
        map.put("dmnorm", new Arrays("x[1:2]", "dmnorm(uv[1:2], uo)", "x <- c(0.2, 0.5)"));
        map.put("dmnorm.vcov", new Arrays("x[1:2]", "dmnorm.vcov(uv[1:2], uo)", "x <- c(0.2, 0.5)"));
        map.put("dmt", new Arrays("x[1:2]", "dmt(uv[1:2], uo, ur)", "x <- c(0.2, 0.5)"));
        map.put("dmulti", new Arrays("x[1:3]", "dmulti(uq, 7)", "x <- c(1, 4, 2)"));
        map.put("dsample", new Arrays("x[1:3]", "dsample(uq, 2)", "x <- c(1, 0, 1)"));
        map.put("dwish", new Arrays("x[1:2,1:2]", "dwish(uo, ur + 2)", "x <- structure(c(1,.2,.2,.7), .Dim=c(2,2))"));
        map.put(
                "dscaled.wishart",
                new Arrays("x[1:2,1:2]", "dscaled.wishart(ug[1:2], 3)", "x <- structure(c(1,.2,.2,.7), .Dim=c(2,2))"));
        map.put("dinterval", new Arrays("x", "dinterval(ua, c(-2, 0.5, 2))", "x <- 1"));
        map.put("dround", new Arrays("x", "dround(ua, 1)", "x <- 0.3"));
        map.put("dsum", new Arrays("x", "dsum(ua, ub)", "x <- 1.3"));
        map.put("sum", new Arrays("x", "sum(ua, ub)", "x <- 1.3"));
        return map;
    }

    /** What the statements of a distribution need besides. */
    private static String around(String statements) {
        StringBuilder text = new StringBuilder(statements);
        if (statements.contains("rates")) {
            text.append("\nrates[1,1] <- -us; rates[1,2] <- us; rates[2,1] <- ur; rates[2,2] <- -ur");
        }
        if (statements.contains("fixed")) {
            text.append("\nfixed[1,1] <- -1; fixed[1,2] <- 1; fixed[2,1] <- 0.5; fixed[2,2] <- -0.5");
        }
        return Unknowns.model(text.toString());
    }

    /** How one of the many truncated models is checked. */
    private interface Check {
        DynamicTest of(String name, String statements, String data);
    }

    /** So many states for each of a distribution's thirteen truncated models, which differ in their bounds alone. */
    private static final int BRIEF_STATES = 15;

    private static DynamicTest brief(String name, String statements, String data) {
        return DynamicTest.dynamicTest(name, () -> {
            String model = around(statements);
            Case.checkBriefly(model, Unknowns.data(data, model), BRIEF_STATES);
        });
    }

    private static DynamicTest test(String name, String statements, String data) {
        return DynamicTest.dynamicTest(name, () -> {
            String model = around(statements);
            String complete = Unknowns.data(data, model);
            if (LIBRARY.stream().anyMatch(name::startsWith) && (name.contains("T(") || name.contains("probit"))) {
                Case.checkAllocating(model, complete);
            } else {
                Case.check(model, complete);
            }
        });
    }

    @Test
    void everyDistributionIsHere() {
        List<String> here = new ArrayList<>(SCALARS.keySet());
        here.addAll(ARRAYS.keySet());
        assertThat(here.stream().map(Distributions::canonical).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Distributions.all().stream().map(Distribution::name).collect(Collectors.toList()));
    }

    @TestFactory
    Stream<DynamicTest> observed() {
        List<DynamicTest> tests = new ArrayList<>();
        SCALARS.forEach((name, d) -> {
            String data = "y <- c(" + d.values() + ")";
            tests.add(test(name, "for (i in 1:3) { y[i] ~ " + d.call() + " }", data));
        });
        ARRAYS.forEach((name, d) -> tests.add(test(name, d.left() + " ~ " + d.call(), d.data())));
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> unknown() {
        List<DynamicTest> tests = new ArrayList<>();
        SCALARS.forEach((name, d) -> {
            String child = "; o ~ dnorm(x, 1)";
            tests.add(test(name + ", known parameters", "x ~ " + d.fixed() + child, "o <- 0.7"));
            tests.add(test(name + ", unknown parameters", "x ~ " + d.call() + child, "o <- 0.7"));
            tests.add(test(
                    name + ", in a loop",
                    "for (i in 1:3) { x[i] ~ " + d.call() + "; o[i] ~ dnorm(x[i], us) }",
                    "o <- c(0.7, 0.2, 1.2)"));
            tests.add(test(
                    name + ", partly observed",
                    "for (i in 1:5) { y[i] ~ " + d.call() + " }; o ~ dnorm(y[2] + y[5], us)",
                    "y <- c(" + d.values().replaceFirst(",", ", NA,") + ", NA)\no <- 0.4"));
        });
        return tests.stream();
    }

    @TestFactory
    @Tag("normal")
    Stream<DynamicTest> truncated() {
        return truncated(CompiledDistributionsTest::brief);
    }

    @TestFactory
    @Tag("long")
    Stream<DynamicTest> truncatedAtLength() {
        return truncated(CompiledDistributionsTest::test);
    }

    private static Stream<DynamicTest> truncated(Check check) {
        List<DynamicTest> tests = new ArrayList<>();
        SCALARS.forEach((name, d) -> {
            assertThat(!d.bounds().isEmpty())
                    .as(name)
                    .isEqualTo(Distributions.find(name).orElseThrow().truncatable());
            if (d.bounds().isEmpty()) {
                return;
            }
            String low = d.bounds().get(0);
            String high = d.bounds().get(1);
            boolean discrete = Distributions.find(name).orElseThrow().discreteValued();
            // The unknown bounds move outwards from the fixed ones, so that the data stay possible.
            List<String> cuts = List.of(
                    low + ", " + high,
                    low + ",",
                    "," + high,
                    discrete ? low + " - uk, " + high + " + uk" : low + " * uw, " + high + " + ur",
                    discrete ? low + " - uk," : low + " * uw,",
                    discrete ? "," + high + " + uk" : "," + high + " + ur");
            // Every value of a noncentral t distribution function is an integral: three of the six must do.
            for (String cut : name.equals("dnt") ? cuts.subList(1, 4) : cuts) {
                // Its distribution function is an integral that is slow, and loses digits, where parameters are
                // extreme.
                String untruncated = name.equals("dnt") ? "dnt(up, 1 + uw, 3 + up)" : d.call();
                String call = untruncated + " T(" + cut + ")";
                tests.add(check.of(
                        name + " T(" + cut + ") observed",
                        "for (i in 1:3) { y[i] ~ " + call + " }",
                        "y <- c(" + d.values() + ")"));
                tests.add(check.of(
                        name + " T(" + cut + ") unknown",
                        "for (i in 1:2) { x[i] ~ " + call + "; o[i] ~ dnorm(x[i], us) }",
                        "o <- c(0.7, 0.4)"));
            }
            String within = d.fixed() + " I(" + low + ", " + high + ")";
            tests.add(check.of(
                    name + " I(,)",
                    "x ~ " + within + "; o ~ dnorm(x, us); for (i in 1:3) { y[i] ~ " + within + " }",
                    "o <- 0.7\ny <- c(" + d.values() + ")"));
        });
        return tests.stream();
    }
}
