package dev.tandem.compiler;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Unknowns that models under test may use by name: each model gets the priors of those it mentions. */
final class Unknowns {
    private static final Map<String, String> PRIORS = new LinkedHashMap<>();

    static {
        PRIORS.put("ua", "ua ~ dnorm(0, 1)");
        PRIORS.put("ub", "ub ~ dnorm(0.5, 2)");
        PRIORS.put("us", "us ~ dgamma(3, 2)");
        PRIORS.put("ur", "ur ~ dgamma(5, 2)");
        PRIORS.put("up", "up ~ dbeta(2, 3)");
        PRIORS.put("uw", "uw ~ dbeta(3, 2)");
        PRIORS.put("uv", "for (uvi in 1:3) { uv[uvi] ~ dnorm(uvi / 2, 1) }");
        PRIORS.put("uq", "uq[1:3] ~ ddirch(c(2, 1.5, 3))");
        PRIORS.put("um", "um[1:2] ~ dmnorm(c(0.5, -0.5), uo[,])");
        PRIORS.put("uo", "uo[1:2,1:2] ~ dwish(matrix, 4)");
        PRIORS.put("ug", "for (ugi in 1:3) { ug[ugi] ~ dgamma(2 + ugi, 2) }");
        PRIORS.put("uf", "for (ufi in 1:2) { for (ufj in 1:3) { uf[ufi,ufj] ~ dnorm(ufi - ufj, 2) } }");
        PRIORS.put("uk", "uk ~ dbin(0.4, 3)");
        PRIORS.put("un", "un ~ dpois(3)");
        PRIORS.put("uz", "for (uzi in 1:4) { uz[uzi] ~ dcat(c(0.2, 0.5, 0.3)) }");
    }

    private static final String MATRIX = "matrix <- structure(c(1, 0.3, 0.3, 2), .Dim = c(2, 2))\n";

    private Unknowns() {}

    /** A whole model from its statements. */
    static String model(String statements) {
        StringBuilder text = new StringBuilder("model {\n").append(statements).append('\n');
        String before = "";
        while (!before.contentEquals(text)) {
            before = text.toString();
            for (Map.Entry<String, String> prior : PRIORS.entrySet()) {
                if (mentions(before, prior.getKey()) && text.indexOf(prior.getValue()) < 0) {
                    text.append("  ").append(prior.getValue()).append('\n');
                }
            }
        }
        return text.append("}\n").toString();
    }

    static String data(String data, String model) {
        return mentions(model, "matrix") ? MATRIX + data : data;
    }

    private static boolean mentions(String text, String name) {
        return Pattern.compile("(?<![\\w.])" + name + "(?![\\w.])")
                .matcher(text)
                .find();
    }
}
