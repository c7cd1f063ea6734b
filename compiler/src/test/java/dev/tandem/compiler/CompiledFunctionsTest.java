package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.distributions.catalogue.Domain;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every function and operator compiled, of unknowns: values against the evaluator, gradients by the contract. */
class CompiledFunctionsTest {
    /** Functions of one number with what keeps their argument in the domain; {@code #} stands for the unknown. */
    private static final Map<String, String> UNARY = unary();

    private static final Map<String, List<String>> OTHERS = others();
    private static final Map<String, List<String>> PROBABILITY = probability();

    private static Map<String, String> unary() {
        Map<String, String> map = new LinkedHashMap<>();
        for (Function row : Functions.all()) {
            if (row.method().isPresent() && row.parameters().size() == 1) {
                map.put(row.name(), argument(row.parameters().get(0).domain()));
            }
        }
        return map;
    }

    private static String argument(Domain domain) {
        return switch (domain) {
            case NOT_NEGATIVE, POSITIVE -> "(# * # + 0.1)";
            case PROBABILITY, UP_TO_ONE -> "(0.9 / (1 + # * #))";
            case FROM_MINUS_ONE -> "(# * # - 0.6)";
            case FROM_ONE -> "(1.1 + # * #)";
            default -> "#";
        };
    }

    private static Map<String, List<String>> others() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        for (String bessel : List.of("besselI", "besselJ", "besselK", "besselY")) {
            map.put(bessel, List.of(bessel + "(us, 1.5)", bessel + "(ur, 0)"));
        }
        map.put("equals", List.of("equals(uk, 2)", "equals(round(ua), 1) * ub", "equals(uk, un)"));
        map.put("ifelse", List.of("ifelse(ua > 0.2, ub, us)", "ifelse(uk, ua, ub)", "ifelse(uk > 1, ua * us, ub)"));
        map.put(
                "pow",
                List.of("pow(us, ua)", "pow(ua, 3)", "pow(ua, 2)", "pow(us, -0.5)", "pow(us, uk)", "pow(2, ua)"));
        map.put(
                "inprod",
                List.of("inprod(uv, ug)", "inprod(uv[2:3], c(1.5, 2))", "inprod(uf[1,], uf[2,])", "inprod(uf, uf)"));
        map.put(
                "interp.lin",
                List.of(
                        "interp.lin(ua, c(-1, 0.1, 2), uv)",
                        "interp.lin(ua + 0.1, c(ub - us, ub, ub + ur), c(1, 3, 2))"));
        // Away from the start at zero, where all are equal: there they have a kink.
        map.put(
                "max",
                List.of(
                        "max(ua + 0.3, ub)",
                        "max(uv + c(0.1, 0.3, 0.2))",
                        "max(ua + 0.1, us, ub)",
                        "max(c(uf[1,2], uf[2,3] + 0.2))",
                        "max(uv + c(0.1, 0.3, 0.2), ua)",
                        "max(uk, un)",
                        "max(uz)"));
        map.put(
                "min",
                List.of(
                        "min(ua + 0.3, ub)",
                        "min(uv + c(0.1, 0.3, 0.2))",
                        "min(ua, us, ub + 0.2)",
                        "min(uf[1,] + c(0.1, 0.3, 0.2))",
                        "min(uv + c(0.1, 0.3, 0.2), ua)",
                        "min(uk, 2)"));
        map.put("prod", List.of("prod(uv)", "prod(ua, ub)", "prod(uf)", "prod(uv, ua)", "prod(uz)"));
        map.put(
                "sum",
                List.of("sum(uv)", "sum(ua, ub, us)", "sum(uf)", "sum(uv, ua)", "sum(uz)", "sum(uf[,2])", "sum(ua)"));
        map.put(
                "c",
                List.of(
                        "sum(c(ua, uv, ub)^2)",
                        "w <- c(ua, uv); w[1]",
                        "inprod(c(ua, ub), c(us, uv[2]))",
                        "mean(c(uf, ua))"));
        map.put("mean", List.of("mean(uv)", "mean(uf)", "mean(uz)", "mean(ua)"));
        map.put("sd", List.of("sd(uv)", "sd(uf)", "sd(uz + 0)", "sd(c(ua, ub))"));
        map.put("rank", List.of("w <- rank(uv + c(0.1, 0.3, 0.2)); w[2]", "w <- rank(uz); w[1] * ua"));
        map.put("order", List.of("w <- order(uv + c(0.1, 0.3, 0.2)); w[2]", "w <- order(c(3, 1, 2)); uv[w[1]]"));
        map.put(
                "sort",
                List.of(
                        "w <- sort(uv + c(0.1, 0.3, 0.2)); w[2]",
                        "w <- sort(c(ua, ub + 0.2)); w[1]",
                        "w <- sort(uz); w[2]",
                        "inprod(sort(uv + c(0.1, 0.3, 0.2)), c(1, 2, 4))"));
        map.put("rep", List.of("sum(rep(uv, 2)^2)", "inprod(rep(ua, 3), uv)", "inprod(rep(c(ua, ub), c(1, 2)), uv)"));
        map.put(
                "inverse",
                List.of(
                        "w <- inverse(spd); w[1,2]",
                        "sum(inverse(spd))",
                        "w <- inverse(spd[,]); w[2,2]",
                        "inverse(us)"));
        map.put("inverse.lu", List.of("w <- inverse.lu(spd); w[1,2]", "w <- inverse.lu(square + matrix); w[2,1]"));
        map.put("logdet", List.of("logdet(spd)", "logdet(inverse(spd))"));
        map.put("t", List.of("w <- t(uf); w[3,1]", "w <- t(uf); inprod(w[,1], ug)", "sum(t(uv))"));
        map.put("mexp", List.of("w <- mexp(square); w[1,2]", "w <- mexp(uo * 0.1); w[2,1]"));
        map.put("length", List.of("length(uv) * ua", "length(uf) * ua", "length(uv[2:3]) * ua"));
        map.put("dim", List.of("w <- dim(uf); w[2] * ua", "sum(dim(uf)) * ua"));
        return map;
    }

    private static Map<String, List<String>> probability() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        String parameters = "beta:ur,us:0.1:0.8 chisqr:ur:0.4:6 dexp:ua,us:-1.5:2 exp:us:0.1:3 f:us,ur:0.2:4 "
                + "gamma:us,ur:0.2:4 gen.gamma:us,ur,0.5+up:0.2:2 logis:ua,us:-1:4 lnorm:ua,us:0.2:4 "
                + "nchisqr:ur,us:0.5:9 norm:ua,us:-1:4 par:us,up:1.05:4 t:ua,us,ur:-1:4 weib:us,ur:0.2:2.5";
        for (String entry : parameters.split(" ", -1)) {
            String[] parts = entry.split(":", -1);
            String x = "(" + parts[2] + " + uw * " + parts[3] + ")";
            for (String prefix : List.of("d", "p", "logdensity.")) {
                map.put(prefix + parts[0], List.of(prefix + parts[0] + "(" + x + ", " + parts[1] + ")"));
            }
            map.put("q" + parts[0], List.of("q" + parts[0] + "(uw, " + parts[1] + ")"));
        }
        String discrete = "bern:up bin:up,5 hyper:5,6,4,us negbin:up,us pois:us";
        for (String entry : discrete.split(" ", -1)) {
            String[] parts = entry.split(":", -1);
            for (String prefix : List.of("d", "p", "logdensity.")) {
                String call = prefix + parts[0];
                String fixed = call + "(1, " + parts[1] + ")";
                map.put(
                        call,
                        prefix.equals("logdensity.")
                                ? List.of(fixed)
                                : List.of(fixed, call + "(uk, " + parts[1] + ")"));
            }
            map.put("q" + parts[0], List.of("q" + parts[0] + "(0.6, " + parts[1] + ")"));
        }
        // Small enough that its steps cannot be taken for a slope, and that the search for it takes no time.
        map.put("qnegbin", List.of("qnegbin(0.6, 0.3 + up / 2, 2)"));
        map.put("qnchisqr", List.of("qnchisqr(0.2 + 0.6 * uw, 2 + up, 1 + uw)"));
        map.put("dnt", List.of("dnt(ub, ua, us, ur)"));
        map.put("logdensity.nt", List.of("logdensity.nt(ub, ua, us, ur)"));
        map.put("dinterval", List.of("dinterval(1, 0.3, c(0, 1)) * ua"));
        map.put("dround", List.of("dround(0.3, 0.32, 1) * ua"));
        map.put("logdensity.interval", List.of("logdensity.interval(1, 0.3, c(0, 1)) + ua"));
        map.put("logdensity.round", List.of("logdensity.round(0.3, 0.32, 1) + ua"));
        map.put("logdensity.sum", List.of("logdensity.sum(3, 1, 2) + ua"));
        map.put("logdensity.unif", List.of("logdensity.unif(uw, -us, ur + 1)"));
        map.put("logdensity.cat", List.of("logdensity.cat(2, ug)", "logdensity.cat(uk, c(us, ur, up))"));
        map.put("logdensity.dirch", List.of("logdensity.dirch(uq, ug)"));
        map.put("logdensity.mnorm", List.of("logdensity.mnorm(uv[2:3], ug[1:2], spd)"));
        map.put("logdensity.mnorm.vcov", List.of("logdensity.mnorm.vcov(uv[2:3], ug[1:2], spd)"));
        map.put("logdensity.mt", List.of("logdensity.mt(uv[2:3], ug[1:2], spd, ur)"));
        map.put("logdensity.multi", List.of("logdensity.multi(c(1, 2, 0), uq, 3)"));
        map.put("logdensity.sample", List.of("logdensity.sample(c(1, 0, 1), uq, 2)"));
        map.put("logdensity.wish", List.of("logdensity.wish(spd, matrix, ur + 2)"));
        map.put("logdensity.ordered.logit", List.of("logdensity.ordered.logit(2, ua, c(-us, ur))"));
        map.put("logdensity.ordered.probit", List.of("logdensity.ordered.probit(2, ua, c(-us, ur))"));
        map.put("logdensity.scaled.gamma", List.of("logdensity.scaled.gamma(us, ur, 3)"));
        map.put("logdensity.scaled.wishart", List.of("logdensity.scaled.wishart(spd, ug[1:2], 3)"));
        map.put("logdensity.betabin", List.of("logdensity.betabin(2, us, ur, 5)"));
        map.put("logdensity.normmix", List.of("logdensity.normmix(ua, uv, ug, uq)"));
        map.put("logdensity.pick", List.of("logdensity.pick(2, up, 2, 3)"));
        map.put("logdensity.mstate", List.of("logdensity.mstate(1, 2, 1.5, square - 2 * square)"));
        for (Function row : Functions.all()) {
            row.probability()
                    .ifPresent(p -> map.computeIfAbsent(row.name(), name -> {
                        Map.Entry<String, String> example = CompiledDistributionsTest.example(p.distribution());
                        String rest =
                                example.getKey().substring(example.getKey().indexOf('(') + 1);
                        String x = p.quantity() == Function.Quantity.QUANTILE ? "uw" : example.getValue();
                        return List.of(name + "(" + x + ", " + rest);
                    }));
        }
        return map;
    }

    private static String around(String statements) {
        String text = statements;
        if (statements.contains("square")) {
            text += "\nsquare[1,1] <- us; square[1,2] <- -us; square[2,1] <- -ur; square[2,2] <- ur\n";
        }
        if (statements.contains("spd")) {
            text += "\nspd[1,1] <- 1 + us; spd[1,2] <- up; spd[2,1] <- up; spd[2,2] <- 2 + ur\n";
        }
        return Unknowns.model(text);
    }

    private static CompiledDensity check(String statements, String data) {
        String model = around(statements);
        return Case.check(model, Unknowns.data(data, model));
    }

    @FunctionalInterface
    private interface Maker {
        DynamicTest make(String name, String statements, String data);
    }

    private static DynamicTest test(String name, String statements, String data) {
        return DynamicTest.dynamicTest(name, () -> check(statements, data));
    }

    private static DynamicTest allocating(String name, String statements, String data) {
        return DynamicTest.dynamicTest(name, () -> {
            String model = around(statements);
            Case.checkAllocating(model, Unknowns.data(data, model));
        });
    }

    @Test
    void everyFunctionIsHere() {
        Set<String> here = new LinkedHashSet<>(UNARY.keySet());
        here.addAll(OTHERS.keySet());
        here.addAll(PROBABILITY.keySet());
        assertThat(here)
                .containsExactlyInAnyOrderElementsOf(
                        Functions.all().stream().map(Function::name).toList());
    }

    @Test
    void probabilityFunctionsTakeVectors() {
        Case.checkAllocating(
                around("y <- pnorm(uv, ua, ug); z <- dgamma(ug, us, 2); q <- qexp(uq, us)\n"
                        + "o ~ dnorm(sum(y) + inprod(z, q), us)"),
                "o <- 0.4");
    }

    @TestFactory
    Stream<DynamicTest> unaryFunctions() {
        List<DynamicTest> tests = new ArrayList<>();
        UNARY.forEach((name, argument) -> {
            String scalar = name + "(" + argument.replace("#", "ua") + ")";
            // The error functions of the library make objects.
            Maker maker = name.matches("phi|probit") ? CompiledFunctionsTest::allocating : CompiledFunctionsTest::test;
            tests.add(maker.make(scalar, "y <- " + scalar + "; o ~ dnorm(y + ua, 1)", "o <- 0.3"));
            String element = name + "(" + argument.replace("#", "uv[i]") + ")";
            tests.add(maker.make(
                    element,
                    "for (i in 1:3) { y[i] <- " + element + "; o[i] ~ dnorm(y[i] * us, 1) }",
                    "o <- c(0.3, 1, 2)"));
            String discrete = name + "(" + argument.replace("#", "(uz[i] / 4)") + ")";
            tests.add(maker.make(
                    discrete,
                    "for (i in 1:4) { y[i] <- " + discrete + "; o[i] ~ dnorm(y[i] * us, 1) }",
                    "o <- c(0.3, 1, 2, 0)"));
            if (Functions.find(name).orElseThrow().kind() == Function.Kind.SCALAR) {
                String vector = name + "(" + argument.replace("#", "uv") + ")";
                tests.add(maker.make(
                        vector + " of a vector",
                        "y <- " + vector + "; for (i in 1:3) { o[i] ~ dnorm(y[i] * us, 1) }",
                        "o <- c(0.3, 1, 2)"));
            }
        });
        return tests.stream();
    }

    @TestFactory
    @Tag("normal")
    Stream<DynamicTest> otherFunctions() {
        List<DynamicTest> tests = new ArrayList<>();
        Stream.of(OTHERS, PROBABILITY)
                .forEach(table -> table.forEach((name, expressions) -> {
                    for (String entry : expressions) {
                        // JAGS has no index on the result of a function: it takes a name before.
                        String before = entry.contains(";") ? entry.substring(0, entry.indexOf(';') + 1) : "";
                        String expression = entry.substring(before.length());
                        String single = before + "y <- " + expression + "; o ~ dnorm(y, us)";
                        String loop = before + "for (i in 1:2) { o[i] ~ dnorm(i * ua + " + expression + ", us) }";
                        // Distribution and quantile functions come from a library that makes objects.
                        if (name.matches("[pq][a-z.]+|logdensity.ordered.probit") && table == PROBABILITY) {
                            tests.add(allocating(entry, single, "o <- 0.3"));
                            tests.add(allocating(entry + " in a loop", loop, "o <- c(0.3, 1)"));
                        } else {
                            tests.add(test(entry, single, "o <- 0.3"));
                            tests.add(test(entry + " in a loop", loop, "o <- c(0.3, 1)"));
                        }
                    }
                }));
        return tests.stream();
    }

    @Test
    void jumpsAreSaid() {
        List<String> missing = new ArrayList<>();
        for (String expression : List.of(
                "step(ua)",
                "equals(ua, 0)",
                "ifelse(ua > 0, us, ub)",
                "round(ua)",
                "trunc(ua)",
                "ua > 0",
                "ua >= 0",
                "ua < 0",
                "ua <= 0",
                "ua == 0",
                "ua != 0",
                "sum(rank(uv)) * us",
                "inprod(order(uv), ug)")) {
            CompiledDensity density = Case.of(Unknowns.model("y <- " + expression + "; o ~ dnorm(y, us)"), "o <- 0.3")
                    .density();
            if (density.notes().isEmpty()) {
                missing.add(expression);
            }
        }
        assertThat(missing).isEmpty();
        for (String smooth : List.of("max(ua, ub)", "abs(ua)", "step(uk - 1)", "equals(uk, 1) * ua", "sort(uv)")) {
            CompiledDensity density = Case.of(Unknowns.model("y <- " + smooth + "; o ~ dnorm(sum(y), us)"), "o <- 0.3")
                    .density();
            assertThat(density.notes()).as(smooth).isEmpty();
        }
    }

    @TestFactory
    Stream<DynamicTest> operators() {
        List<DynamicTest> tests = new ArrayList<>();
        for (BinaryOperator operator : BinaryOperator.values()) {
            String s = " " + operator.symbol() + " ";
            switch (operator) {
                case MATRIX_PRODUCT -> {
                    tests.add(test(
                            "uf %*% ug", "y <- uf %*% ug; for (i in 1:2) { o[i] ~ dnorm(y[i], us) }", "o <- c(1, 2)"));
                    tests.add(test("uo %*% uf", "y <- uo %*% uf; o ~ dnorm(sum(y), us)", "o <- 1"));
                    tests.add(test("um %*% uo", "y <- um %*% uo; o ~ dnorm(sum(y^2), us)", "o <- 1"));
                    tests.add(test("uv %*% ug", "y <- t(uv) %*% ug; o ~ dnorm(y, us)", "o <- 1"));
                }
                case RANGE -> tests.add(test("1:3", "y <- inprod(1:3, uv); o ~ dnorm(y, us)", "o <- 1"));
                default -> {
                    for (String pair : List.of("(ua + 0.3),(ub - 0.2)", "us,2", "2,us", "uk,1", "uk,un", "us,uk")) {
                        String[] sides = pair.split(",", -1);
                        boolean power = operator == BinaryOperator.POWER || operator == BinaryOperator.DIVIDE;
                        String left = power && sides[0].startsWith("(") ? "us" : sides[0];
                        String right = power && sides[1].equals("un") ? "(un + 1)" : sides[1];
                        String expression = left + s + right;
                        tests.add(test(expression, "y <- " + expression + "; o ~ dnorm(y * ur, 1)", "o <- 0.3"));
                    }
                    String vectors = "ug" + s + "(uv + 0.7)";
                    tests.add(test(vectors, "y <- " + vectors + "; o ~ dnorm(inprod(y, uv), us)", "o <- 1"));
                    tests.add(test(
                            "ug" + s + "(ua + 0.3)",
                            "y <- ug" + s + "(ua + 0.3); o ~ dnorm(inprod(y, uv), us)",
                            "o <- 1"));
                    tests.add(test(
                            "matrices " + s,
                            "y <- (uf * uf + 0.1)" + s + "(uf + 0.3); o ~ dnorm(sum(y), us)",
                            "o <- 1"));
                }
            }
        }
        for (UnaryOperator operator : UnaryOperator.values()) {
            for (String unknown : List.of("(ua + 0.3)", "uk", "(uv + 0.3)")) {
                String expression = operator.symbol() + unknown;
                tests.add(test(expression, "y <- " + expression + "; o ~ dnorm(sum(y) * ur, 1)", "o <- 0.3"));
            }
        }
        return tests.stream();
    }
}
