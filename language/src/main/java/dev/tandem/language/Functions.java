package dev.tandem.language;

import static dev.tandem.language.Function.Kind.ARRAY;
import static dev.tandem.language.Function.Kind.INVERSE_LINK;
import static dev.tandem.language.Function.Kind.PROBABILITY;
import static dev.tandem.language.Function.Kind.SCALAR;
import static dev.tandem.language.Function.Kind.SHAPE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The catalogue of functions: those of JAGS 4.3, and from 5.0 the Bessel functions and {@code inverse.lu}. */
public final class Functions {
    /** The distributions that also have density, distribution and quantile functions. */
    private static final List<String> WITH_QUANTILES = List.of(
            "bern",
            "beta",
            "bin",
            "chisqr",
            "dexp",
            "exp",
            "f",
            "gamma",
            "gen.gamma",
            "hyper",
            "logis",
            "lnorm",
            "negbin",
            "nchisqr",
            "norm",
            "par",
            "pois",
            "t",
            "weib");

    /** These have a density function but no others: measured on JAGS 4.3.1. */
    private static final List<String> WITH_DENSITY = List.of("nt", "interval", "round");

    private static final Map<String, Function> BY_NAME = byName();

    private Functions() {}

    private static List<Function> plain() {
        List<Function> list = new ArrayList<>();
        for (String name : List.of(
                "abs",
                "arccos|acos",
                "arccosh|acosh",
                "arcsin|asin",
                "arcsinh|asinh",
                "arctan|atan",
                "arctanh|atanh",
                "cos",
                "cosh",
                "cloglog",
                "log",
                "logfact",
                "loggam",
                "logit",
                "probit",
                "round",
                "sin",
                "sinh",
                "sqrt",
                "step",
                "tan",
                "tanh",
                "trunc")) {
            list.add(of(SCALAR, name, "x"));
        }
        for (String name : List.of("exp", "icloglog", "ilogit", "phi")) {
            list.add(of(INVERSE_LINK, name, "x"));
        }
        for (String name : List.of("besselI", "besselJ", "besselK", "besselY")) {
            list.add(of(SCALAR, name, "x", "nu"));
        }
        list.add(of(SCALAR, "equals", "x", "y"));
        list.add(of(SCALAR, "ifelse", "condition", "a", "b"));
        list.add(of(SCALAR, "pow", "x", "y"));
        list.add(of(ARRAY, "inprod", "a[]", "b[]"));
        list.add(of(ARRAY, "interp.lin", "x", "xs[]", "ys[]"));
        for (String name : List.of("max..", "min..", "prod..", "sum..", "c..")) {
            list.add(of(ARRAY, name, "x"));
        }
        for (String name : List.of("mean", "sd", "rank", "order", "sort")) {
            list.add(of(ARRAY, name, "v[]"));
        }
        list.add(of(ARRAY, "rep", "v[]", "times[]"));
        for (String name : List.of("inverse|inverse.chol", "inverse.lu", "logdet", "t", "mexp")) {
            list.add(of(ARRAY, name, "m[,]"));
        }
        list.add(of(SHAPE, "length", "x"));
        list.add(of(SHAPE, "dim", "x"));
        return list;
    }

    private static void addProbability(List<Function> list) {
        for (String stem : WITH_QUANTILES) {
            for (String letter : List.of("d", "p", "q")) {
                list.add(probability(stem, letter, letter.equals("q") ? "p" : "x"));
            }
        }
        for (String stem : WITH_DENSITY) {
            list.add(probability(stem, "d", "x"));
        }
        for (Distribution distribution : Distributions.all()) {
            if (distribution.name().startsWith("d")) {
                list.add(probability(distribution.name().substring(1), "logdensity.", "x"));
            }
        }
    }

    private static Function probability(String stem, String prefix, String first) {
        Distribution distribution = Distributions.find("d" + stem).orElseThrow();
        List<String> parameters = new ArrayList<>(distribution.parameters());
        parameters.add(0, first);
        List<String> aliases = new ArrayList<>();
        for (String alias : distribution.aliases()) {
            aliases.add(prefix + alias.substring(1));
        }
        return new Function(prefix + stem, aliases, PROBABILITY, parameters, distribution.variadic());
    }

    /** Names are separated by a bar, the canonical one first; two dots mark the variadic ones. */
    private static Function of(Function.Kind kind, String names, String... parameters) {
        List<String> list = List.of(names.replace("..", "").split("\\|"));
        return new Function(list.get(0), list.subList(1, list.size()), kind, List.of(parameters), names.endsWith(".."));
    }

    private static Map<String, Function> byName() {
        List<Function> list = plain();
        addProbability(list);
        Map<String, Function> map = new LinkedHashMap<>();
        for (Function function : list) {
            map.put(function.name(), function);
            for (String alias : function.aliases()) {
                map.put(alias, function);
            }
        }
        return map;
    }

    /** All of them, once each. */
    public static List<Function> all() {
        return BY_NAME.values().stream().distinct().toList();
    }

    /** By canonical name or alias. */
    public static Optional<Function> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Every name and alias. */
    public static List<String> names() {
        return new ArrayList<>(BY_NAME.keySet());
    }

    static String canonical(String written) {
        Function function = BY_NAME.get(written);
        return function == null ? written : function.name();
    }
}
