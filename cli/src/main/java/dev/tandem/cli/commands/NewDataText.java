package dev.tandem.cli.commands;

import dev.tandem.cli.screen.Significant;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.statistics.Quantiles;
import dev.tandem.inference.prediction.NewData;
import dev.tandem.report.text.Columns;
import dev.tandem.report.text.JsonNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Predictions for new data as a table or as JSON: what is expected, how surely, and what was seen where it was. */
final class NewDataText {
    /** What is said of one number. */
    private record Row(
            String name,
            double mean,
            double sd,
            double q5,
            double median,
            double q95,
            double observed,
            double below,
            double above) {
        boolean held() {
            return !Double.isNaN(observed);
        }
    }

    private final NewData data;
    private final int predictions;
    private final List<Row> rows = new ArrayList<>();

    NewDataText(NewData data, DrawSource source) {
        this.data = data;
        predictions = source.chains() * source.drawsPerChain();
        Draws drawn = source.collect();
        double[] given = data.given();
        int element = 0;
        for (Variable variable : drawn.variables()) {
            for (int i = 0; i < variable.size(); i++) {
                rows.add(row(variable.elementName(i), column(drawn, element), given[element]));
                element++;
            }
        }
    }

    private static double[] column(Draws draws, int element) {
        double[] values = new double[draws.chains() * draws.drawsPerChain()];
        int next = 0;
        for (int chain = 0; chain < draws.chains(); chain++) {
            for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                values[next++] = draws.value(chain, draw, element);
            }
        }
        Arrays.sort(values);
        return values;
    }

    private static Row row(String name, double[] sorted, double observed) {
        double n = sorted.length;
        double mean = Arrays.stream(sorted).sum() / n;
        double squares = Arrays.stream(sorted)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return new Row(
                name,
                mean,
                Math.sqrt(squares / (n - 1)),
                Quantiles.of(sorted, 0.05),
                Quantiles.of(sorted, 0.5),
                Quantiles.of(sorted, 0.95),
                observed,
                Arrays.stream(sorted).filter(value -> value <= observed).count() / n,
                Arrays.stream(sorted).filter(value -> value >= observed).count() / n);
    }

    /** @param most how many rows to show; 0 for all */
    String table(String heading, int most) {
        StringBuilder text =
                new StringBuilder(heading).append(": ").append(predictions).append(" predictions for new data\n");
        say(text, "kept from the run: ", counts(data.kept()));
        say(text, "drawn anew: ", counts(data.drawn()));
        say(text, "not in the new data, so as in the run: ", String.join(", ", data.inherited()));
        boolean held = rows.stream().anyMatch(Row::held);
        List<List<String>> lines = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of("", "mean", "sd", "5%", "50%", "95%"));
        if (held) {
            names.addAll(List.of("observed", "P(<=)", "P(>=)"));
        }
        lines.add(names);
        int shown = most == 0 ? rows.size() : Math.min(most, rows.size());
        rows.subList(0, shown).forEach(row -> lines.add(line(row, held)));
        text.append('\n').append(Columns.named(1, lines));
        if (shown < rows.size()) {
            text.append("and ").append(rows.size() - shown).append(" more\n");
        }
        return text.toString();
    }

    private static void say(StringBuilder text, String what, String names) {
        if (!names.isEmpty()) {
            text.append(what).append(names).append('\n');
        }
    }

    private static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + (entry.getValue() == 1 ? "" : " (" + entry.getValue() + ")"))
                .collect(Collectors.joining(", "));
    }

    private static List<String> line(Row row, boolean held) {
        List<String> line = new ArrayList<>(List.of(
                row.name(),
                Significant.text(row.mean()),
                Significant.text(row.sd()),
                Significant.text(row.q5()),
                Significant.text(row.median()),
                Significant.text(row.q95())));
        if (held) {
            line.add(row.held() ? Significant.text(row.observed()) : "");
            line.add(row.held() ? Significant.probability(row.below()) : "");
            line.add(row.held() ? Significant.probability(row.above()) : "");
        }
        return line;
    }

    String json() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("predictions", predictions);
        ObjectNode kept = root.putObject("kept");
        data.kept().forEach(kept::put);
        ObjectNode drawn = root.putObject("drawn_anew");
        data.drawn().forEach(drawn::put);
        ArrayNode inherited = root.putArray("as_in_the_run");
        data.inherited().forEach(inherited::add);
        ArrayNode elements = root.putArray("predicted");
        for (Row row : rows) {
            ObjectNode node = elements.addObject();
            node.put("name", row.name());
            JsonNumbers.put(node, "mean", row.mean());
            JsonNumbers.put(node, "sd", row.sd());
            JsonNumbers.put(node, "q5", row.q5());
            JsonNumbers.put(node, "median", row.median());
            JsonNumbers.put(node, "q95", row.q95());
            if (row.held()) {
                JsonNumbers.put(node, "observed", row.observed());
                JsonNumbers.put(node, "p_below", row.below());
                JsonNumbers.put(node, "p_above", row.above());
            }
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
