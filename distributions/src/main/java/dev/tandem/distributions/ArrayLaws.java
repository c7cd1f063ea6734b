package dev.tandem.distributions;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The distributions whose value or parameters are arrays, by their canonical JAGS names. */
public final class ArrayLaws {
    /** The number of parameters (-1: one or more) and how to make an instance. */
    private record Entry(int parameters, Supplier<ArrayLaw> maker) {}

    private static final Map<String, Entry> ALL = all();

    private ArrayLaws() {}

    private static Map<String, Entry> all() {
        Map<String, Entry> all = new LinkedHashMap<>();
        all.put("dcat", new Entry(1, Categorical::new));
        all.put("dordered.logit", new Entry(2, () -> new Ordered(Ordered.Latent.LOGISTIC)));
        all.put("dordered.probit", new Entry(2, () -> new Ordered(Ordered.Latent.NORMAL)));
        all.put("dnormmix", new Entry(3, NormalMixture::new));
        all.put("dinterval", new Entry(2, Interval::new));
        all.put("dround", new Entry(2, Round::new));
        all.put("dsum", new Entry(-1, SumOfParents::new));
        all.put("dmstate", new Entry(3, MultiState::new));
        all.put("ddirch", new Entry(1, Dirichlet::new));
        all.put("dmulti", new Entry(2, Multinomial::new));
        all.put("dsample", new Entry(2, WithoutReplacement::new));
        all.put("dmnorm", new Entry(2, MultivariateNormal::new));
        all.put("dmnorm.vcov", new Entry(2, MultivariateNormalCovariance::new));
        all.put("dmt", new Entry(3, MultivariateT::new));
        all.put("dwish", new Entry(2, Wishart::new));
        all.put("dscaled.wishart", new Entry(2, ScaledWishart::new));
        return all;
    }

    /** A new instance, for one thread. */
    public static Optional<ArrayLaw> create(String jagsName) {
        return Optional.ofNullable(ALL.get(jagsName)).map(entry -> entry.maker().get());
    }

    /** The number of parameters, the value not counted; -1 for one or more. */
    public static int parameters(String jagsName) {
        return ALL.get(jagsName).parameters();
    }

    /** All canonical names. */
    public static Set<String> names() {
        return java.util.Collections.unmodifiableSet(ALL.keySet());
    }
}
