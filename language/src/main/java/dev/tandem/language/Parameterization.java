package dev.tandem.language;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.NamedForm;
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
 * <p>Rows of the catalogue say which names a distribution takes ({@link NamedForm}); laws that are written out have
 * theirs here. Arguments without a name take the places that are left, in order.
 */
final class Parameterization {
    /** In templates; {@code var} is a word of the language. */
    private static final String VARIANCE = "v.";

    private static final Map<String, List<NamedForm>> WRITTEN_OUT = writtenOut();

    private Parameterization() {}

    private static Map<String, List<NamedForm>> writtenOut() {
        String[][] rows = {
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
        };
        Map<String, List<NamedForm>> forms = new HashMap<>();
        for (String[] row : rows) {
            add(forms, row[0], NamedForm.of(row[1], Arrays.copyOfRange(row, 2, row.length)));
        }
        for (String name : List.of("dHMM", "dHMMo", "dDHMM", "dDHMMo")) {
            add(forms, name, NamedForm.of("init, probObs, probTrans, len, checkRowSums"));
            add(forms, name, NamedForm.of("init, probObs, probTrans, len"));
            add(forms, name, NamedForm.of("init, probObs, probTrans"));
        }
        for (String shape : "sss ssv ssm svs svv svm vss vsv vsm vvs vvv vvm".split(" ", -1)) {
            add(forms, "dDynOcc_" + shape, NamedForm.of("init, probPersist, probColonize, p, start, end"));
            add(forms, "dDynOcc_" + shape, NamedForm.of("init, probPersist, probColonize, p"));
        }
        return forms;
    }

    private static void add(Map<String, List<NamedForm>> forms, String distribution, NamedForm form) {
        forms.computeIfAbsent(distribution, d -> new ArrayList<>()).add(form);
    }

    private static List<NamedForm> forms(String distribution) {
        return Distributions.find(distribution)
                .map(Distribution::namedForms)
                .orElseGet(() -> WRITTEN_OUT.getOrDefault(distribution, List.of()));
    }

    /** The parameters as the catalogue has them; empty if no form has these names with so many others. */
    static Optional<List<Expression>> resolve(String distribution, List<Argument> arguments, SourceSpan span) {
        for (NamedForm form : forms(distribution)) {
            Optional<Map<String, Expression>> values = fill(form, arguments);
            if (values.isPresent()) {
                Substitution substitution = new Substitution(values.get(), span);
                return Optional.of(form.parameters().stream()
                        .map(parameter -> substitution.in(Templates.expression(parameter)))
                        .toList());
            }
        }
        return Optional.empty();
    }

    private static Optional<Map<String, Expression>> fill(NamedForm form, List<Argument> arguments) {
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
        List<String> all = forms(distribution).stream()
                .map(form -> form.names().stream()
                        .map(names -> names.get(names.get(0).equals(VARIANCE) ? 1 : 0))
                        .collect(Collectors.joining(", ", distribution + "(", ")")))
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
