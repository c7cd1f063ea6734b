package dev.tandem.language;

import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Substitution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Parameters by name, as NIMBLE and R write them: {@code dnorm(0, sd = 2)}, {@code dgamma(mean = m, sd = s)}.
 *
 * <p>A form is a list of names and what the parameters of the catalogue are in them. Arguments without a name take the
 * places that are left, in order.
 */
final class Parameterization {
    /**
     * @param names the names of each place, the first one for messages
     * @param parameters the parameters of the catalogue in order, in the first names
     */
    private record Form(List<List<String>> names, List<Expression> parameters) {
        String shown(String distribution) {
            return names.stream()
                    .map(n -> n.get(0).equals(VARIANCE) ? n.get(1) : n.get(0))
                    .collect(Collectors.joining(", ", distribution + "(", ")"));
        }
    }

    /** In templates; {@code var} is a word of the language. */
    private static final String VARIANCE = "v.";

    private static final Map<String, List<Form>> FORMS = forms();

    private Parameterization() {}

    private static Map<String, List<Form>> forms() {
        Map<String, List<Form>> forms = new HashMap<>();
        String[][] rows = {
            {"dnorm", "mean|mu, tau|prec"},
            {"dnorm", "mean|mu, sd|sigma", "mean", "pow(sd, -2)"},
            {"dnorm", "mean|mu, v.|var|sigma2", "mean", "1 / v."},
            {"dlnorm", "meanlog|mu, taulog|tau"},
            {"dlnorm", "meanlog|mu, sdlog|sigma", "meanlog", "pow(sdlog, -2)"},
            {"dlnorm", "meanlog|mu, varlog", "meanlog", "1 / varlog"},
            {"dt", "mu, tau, df|k"},
            {"dt", "mu, sigma|scale, df|k", "mu", "pow(sigma, -2)", "df"},
            {"dt", "mu, sigma2, df|k", "mu", "1 / sigma2", "df"},
            {"dgamma", "shape|r, rate|lambda"},
            {"dgamma", "shape|r, scale", "shape", "1 / scale"},
            {"dgamma", "mean, sd", "pow(mean / sd, 2)", "mean / pow(sd, 2)"},
            {"dbeta", "shape1|a|alpha, shape2|b|beta"},
            {
                "dbeta",
                "mean, sd",
                "mean * (mean * (1 - mean) / pow(sd, 2) - 1)",
                "(1 - mean) * (mean * (1 - mean) / pow(sd, 2) - 1)"
            },
            {"dexp", "rate|lambda"},
            {"dexp", "scale", "1 / scale"},
            {"dlogis", "location|mu, rate|tau"},
            {"dlogis", "location|mu, scale", "location", "1 / scale"},
            {"ddexp", "location|mu, rate|tau"},
            {"ddexp", "location|mu, scale", "location", "1 / scale"},
            {"ddexp", "location|mu, v.|var", "location", "sqrt(2 / v.)"},
            {"dweib", "shape|nu, lambda"},
            {"dweib", "shape|nu, scale", "shape", "pow(scale, -shape)"},
            {"dweib", "shape|nu, rate", "shape", "pow(rate, shape)"},
            {"dunif", "min|a, max|b"},
            {"dchisqr", "df|k"},
            {"dhalfcauchy", "scale"},
            {"dbern", "prob|p"},
            {"dbin", "prob|p, size|n"},
            {"dnegbin", "prob|p, size|r"},
            {"dnegbin", "mu|mean, size|r", "size / (size + mu)", "size"},
            {"dpois", "lambda"},
            {"dcat", "prob|p"},
            {"dmulti", "prob|p, size|n"},
            {"ddirch", "alpha"},
            {"dmnorm", "mean|mu, prec|Omega"},
            {"dmnorm.vcov", "mean|mu, cov|V"},
            {"dmt", "mu, prec|Omega, df|k"},
            {"dwish", "R, df|k"},
            {"dwish", "S, df|k", "inverse(S)", "df"},
            {"dbetabin", "a, b, n|size"},
            {"dinterval", "t, c|cut"},
            {"dinvgamma", "shape|alpha, scale|beta"},
            {"dinvgamma", "shape|alpha, rate", "shape", "1 / rate"},
            {"dcar_normal", "adj, weights, num, tau, zero_mean"},
            {"dcar_normal", "adj, num, tau, zero_mean", "adj", "1 + 0 * adj", "num", "tau", "zero_mean"},
            {"dcar_proper", "mu, C, adj, num, M, tau, gamma"},
            {"dOcc_s", "probOcc, probDetect, len"},
            {"dOcc_s", "probOcc, probDetect"},
            {"dOcc_v", "probOcc, probDetect, len"},
            {"dOcc_v", "probOcc, probDetect"},
            {"dNmixture_s", "lambda, prob, Nmin, Nmax, len"},
            {"dNmixture_s", "lambda, prob"},
            {"dNmixture_v", "lambda, prob, Nmin, Nmax, len"},
            {"dNmixture_v", "lambda, prob"},
            {"dCJS_ss", "probSurvive, probCapture, len"},
            {"dCJS_ss", "probSurvive, probCapture"},
            {"dCJS_sv", "probSurvive, probCapture, len"},
            {"dCJS_sv", "probSurvive, probCapture"},
            {"dCJS_vs", "probSurvive, probCapture, len"},
            {"dCJS_vs", "probSurvive, probCapture"},
            {"dCJS_vv", "probSurvive, probCapture, len"},
            {"dCJS_vv", "probSurvive, probCapture"},
            {"dHMM", "init, probObs, probTrans, len, checkRowSums"},
            {"dHMM", "init, probObs, probTrans, len"},
            {"dHMM", "init, probObs, probTrans"},
        };
        List<String[]> all = new ArrayList<>(Arrays.asList(rows));
        for (String name : List.of("dHMMo", "dDHMM", "dDHMMo")) {
            all.add(new String[] {name, "init, probObs, probTrans, len, checkRowSums"});
            all.add(new String[] {name, "init, probObs, probTrans, len"});
            all.add(new String[] {name, "init, probObs, probTrans"});
        }
        for (String shape : "sss ssv ssm svs svv svm vss vsv vsm vvs vvv vvm".split(" ", -1)) {
            all.add(new String[] {"dDynOcc_" + shape, "init, probPersist, probColonize, p, start, end"});
            all.add(new String[] {"dDynOcc_" + shape, "init, probPersist, probColonize, p"});
        }
        for (String[] row : all) {
            List<List<String>> names = new ArrayList<>();
            for (String place : row[1].split(", ", -1)) {
                names.add(List.of(place.split("\\|", -1)));
            }
            List<String> texts = row.length > 2
                    ? Arrays.asList(row).subList(2, row.length)
                    : names.stream().map(n -> n.get(0)).toList();
            forms.computeIfAbsent(row[0], d -> new ArrayList<>())
                    .add(new Form(
                            List.copyOf(names),
                            texts.stream().map(Templates::expression).toList()));
        }
        return forms;
    }

    /** The parameters as the catalogue has them; empty if no form has these names with so many others. */
    static Optional<List<Expression>> resolve(String distribution, List<Argument> arguments, SourceSpan span) {
        for (Form form : FORMS.getOrDefault(distribution, List.of())) {
            Optional<Map<String, Expression>> values = fill(form, arguments);
            if (values.isPresent()) {
                Substitution substitution = new Substitution(values.get(), span);
                return Optional.of(
                        form.parameters().stream().map(substitution::in).toList());
            }
        }
        return Optional.empty();
    }

    private static Optional<Map<String, Expression>> fill(Form form, List<Argument> arguments) {
        if (arguments.size() != form.names().size()) {
            return Optional.empty();
        }
        Map<String, Expression> values = new LinkedHashMap<>();
        for (Argument argument : arguments) {
            if (!argument.name().isEmpty()) {
                Optional<String> place = form.names().stream()
                        .filter(names -> names.contains(argument.name()))
                        .map(names -> names.get(0))
                        .findFirst();
                if (place.isEmpty() || values.put(place.get(), argument.value()) != null) {
                    return Optional.empty();
                }
            }
        }
        int next = 0;
        for (Argument argument : arguments) {
            if (argument.name().isEmpty()) {
                while (values.containsKey(form.names().get(next).get(0))) {
                    next++;
                }
                values.put(form.names().get(next).get(0), argument.value());
            }
        }
        return Optional.of(values);
    }

    /** All forms of a distribution, for messages: dnorm(mean, tau), dnorm(mean, sd) or dnorm(mean, var). */
    static String shown(String distribution) {
        List<String> all = FORMS.getOrDefault(distribution, List.of()).stream()
                .map(form -> form.shown(distribution))
                .toList();
        return all.size() < 2
                ? String.join("", all)
                : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.get(all.size() - 1);
    }

    /**
     * An argument of a call.
     *
     * @param name its name; empty if it has none
     */
    record Argument(String name, Expression value) {}
}
