package dev.tandem.language;

import static dev.tandem.language.Distribution.Kind.CONTINUOUS;
import static dev.tandem.language.Distribution.Kind.DISCRETE;
import static dev.tandem.language.Distribution.Kind.MULTIVARIATE;
import static dev.tandem.language.Distribution.Kind.OBSERVABLE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The catalogue of distributions: those of JAGS 4.3 and its modules glm, mix and msm. */
public final class Distributions {
    /** Which may be truncated was measured on JAGS 4.3.1: not dunif, dbern, dcat, dhyper, nor the ordered ones. */
    private static final Set<String> NOT_TRUNCATABLE = Set.of(
            "dunif", "dbern", "dcat", "dhyper", "dordered.logit", "dordered.probit", "dnormmix", "dpick", "dmstate");

    private static final List<Distribution> ALL = List.of(
            of(CONTINUOUS, "dbeta", "a", "b"),
            of(CONTINUOUS, "dchisqr|dchisq", "k"),
            of(CONTINUOUS, "ddexp", "mu", "tau"),
            of(CONTINUOUS, "dexp", "lambda"),
            of(CONTINUOUS, "df", "n", "m"),
            of(CONTINUOUS, "dgamma", "r", "lambda"),
            of(CONTINUOUS, "dgen.gamma|dggamma", "r", "lambda", "b"),
            of(CONTINUOUS, "dlnorm", "mu", "tau"),
            of(CONTINUOUS, "dlogis", "mu", "tau"),
            of(CONTINUOUS, "dnchisqr|dnchisq", "k", "delta"),
            of(CONTINUOUS, "dnorm", "mu", "tau"),
            of(CONTINUOUS, "dnt", "mu", "tau", "k"),
            of(CONTINUOUS, "dpar", "alpha", "c"),
            of(CONTINUOUS, "dt", "mu", "tau", "k"),
            of(CONTINUOUS, "dunif", "a", "b"),
            of(CONTINUOUS, "dweib|dweibull", "nu", "lambda"),
            of(DISCRETE, "dbern", "p"),
            of(DISCRETE, "dbin|dbinom", "p", "n"),
            of(DISCRETE, "dcat", "p[]"),
            of(DISCRETE, "dhyper", "n1", "n2", "m1", "psi"),
            of(DISCRETE, "dnegbin|dnbinom", "p", "r"),
            of(DISCRETE, "dpois", "lambda"),
            of(MULTIVARIATE, "ddirch|ddirich", "alpha[]"),
            of(MULTIVARIATE, "dmnorm", "mu[]", "Omega[,]"),
            of(MULTIVARIATE, "dmnorm.vcov", "mu[]", "V[,]"),
            of(MULTIVARIATE, "dmt", "mu[]", "Omega[,]", "k"),
            of(MULTIVARIATE, "dmulti|dmultinom", "p[]", "n"),
            of(MULTIVARIATE, "dsample", "p[]", "k"),
            of(MULTIVARIATE, "dwish", "R[,]", "k"),
            of(OBSERVABLE, "dinterval", "t", "cut[]"),
            of(OBSERVABLE, "dround", "t", "digits"),
            of(OBSERVABLE, "dsum..", "x1"),
            of(OBSERVABLE, "sum..", "x1"),
            of(DISCRETE, "dordered.logit", "mu", "cut[]"),
            of(DISCRETE, "dordered.probit", "mu", "cut[]"),
            of(CONTINUOUS, "dscaled.gamma", "s", "df"),
            of(MULTIVARIATE, "dscaled.wishart", "s[]", "df"),
            of(DISCRETE, "dbetabin|dbetabinom", "a", "b", "n"),
            of(CONTINUOUS, "dnormmix", "mu[]", "tau[]", "pi[]"),
            of(DISCRETE, "dpick", "p", "x1", "x2"),
            of(DISCRETE, "dmstate", "initial", "time", "rates[,]"));

    private static final Map<String, Distribution> BY_NAME = byName();

    private Distributions() {}

    /** Names are separated by a bar, the canonical one first; two dots mark the variadic ones. */
    private static Distribution of(Distribution.Kind kind, String names, String... parameters) {
        boolean variadic = names.endsWith("..");
        List<String> list = List.of(names.replace("..", "").split("\\|"));
        String name = list.get(0);
        boolean discrete =
                kind == DISCRETE || Set.of("dmulti", "dsample", "dinterval").contains(name);
        boolean truncatable = kind != MULTIVARIATE && !NOT_TRUNCATABLE.contains(name);
        return new Distribution(
                name, list.subList(1, list.size()), kind, List.of(parameters), variadic, discrete, truncatable);
    }

    private static Map<String, Distribution> byName() {
        Map<String, Distribution> map = new LinkedHashMap<>();
        for (Distribution distribution : ALL) {
            map.put(distribution.name(), distribution);
            for (String alias : distribution.aliases()) {
                map.put(alias, distribution);
            }
        }
        return map;
    }

    /** All of them, once each. */
    public static List<Distribution> all() {
        return ALL;
    }

    /** By canonical name or alias. */
    public static Optional<Distribution> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Every name and alias. */
    public static List<String> names() {
        return new ArrayList<>(BY_NAME.keySet());
    }

    static String canonical(String written) {
        Distribution distribution = BY_NAME.get(written);
        return distribution == null ? written : distribution.name();
    }
}
