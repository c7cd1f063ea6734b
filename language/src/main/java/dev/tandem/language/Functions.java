package dev.tandem.language;

import static dev.tandem.language.Function.Kind.ARRAY;
import static dev.tandem.language.Function.Kind.INVERSE_LINK;
import static dev.tandem.language.Function.Kind.PROBABILITY;
import static dev.tandem.language.Function.Kind.SCALAR;
import static dev.tandem.language.Function.Kind.SHAPE;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The catalogue of functions: those of JAGS 4.3, and from 5.0 the Bessel functions and {@code inverse.lu}. */
public final class Functions {
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
        for (Distribution distribution : Distributions.all()) {
            Distribution.Functions functions = distribution.functions();
            if (functions != Distribution.Functions.NONE) {
                list.add(probability(distribution, "d", "x"));
            }
            if (functions == Distribution.Functions.ALL) {
                list.add(probability(distribution, "p", "x"));
                list.add(probability(distribution, "q", "p"));
            }
        }
        for (Distribution distribution : Distributions.all()) {
            list.add(probability(distribution, "logdensity.", "x"));
        }
    }

    /** The name of a distribution begins with a d, in place of which stands another prefix. */
    private static Function probability(Distribution distribution, String prefix, String first) {
        List<String> parameters = new ArrayList<>(List.of(first));
        distribution.parameters().forEach(parameter -> parameters.add(parameter.shown()));
        List<String> aliases = distribution.aliases().stream()
                .filter(alias -> alias.startsWith("d"))
                .map(alias -> prefix + alias.substring(1))
                .toList();
        String name = prefix + distribution.name().substring(1);
        return new Function(name, aliases, PROBABILITY, parameters, distribution.variadic());
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

    /** Whether a name is that of a function that has nothing to do with distributions. */
    static boolean isPlain(String name) {
        return find(name).filter(function -> function.kind() != PROBABILITY).isPresent();
    }

    static String canonical(String written) {
        Function function = BY_NAME.get(written);
        return function == null ? written : function.name();
    }
}
