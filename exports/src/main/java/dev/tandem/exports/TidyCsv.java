package dev.tandem.exports;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes draws as one CSV file for spreadsheets and data frames; chains and draws are numbered from 1. */
public final class TidyCsv {
    /** How the draws stand in the file. */
    public enum Layout {
        /** A row for each draw, a column for each element, then the statistics. */
        WIDE,
        /** A row for each value: chain, draw, variable, value; without the statistics. */
        LONG
    }

    private TidyCsv() {}

    public static void write(DrawSource draws, Layout layout, Path file) throws IOException {
        List<String> names = quoted(draws);
        StringBuilder line = new StringBuilder("chain,draw");
        if (layout == Layout.WIDE) {
            names.forEach(name -> line.append(',').append(name));
            draws.statistics().forEach(statistic -> line.append(',').append(statistic.stanName()));
        } else {
            line.append(",variable,value");
        }
        double[] values = new double[draws.elements()];
        double[] statistics = new double[draws.statistics().size()];
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.append(line.append('\n'));
            for (int chain = 0; chain < draws.chains(); chain++) {
                try (DrawReader reader = draws.chain(chain)) {
                    for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                        reader.read(values, statistics);
                        line.setLength(0);
                        line.append(chain + 1).append(',').append(draw + 1);
                        if (layout == Layout.WIDE) {
                            wide(out, line, values, statistics);
                        } else {
                            tall(out, line, names, values);
                        }
                    }
                }
            }
        }
    }

    private static void wide(BufferedWriter out, StringBuilder line, double[] values, double[] statistics)
            throws IOException {
        appendAll(line, values);
        appendAll(line, statistics);
        out.append(line.append('\n'));
    }

    private static void appendAll(StringBuilder line, double[] values) {
        for (double value : values) {
            line.append(',');
            NumberText.append(line, value);
        }
    }

    private static void tall(BufferedWriter out, StringBuilder line, List<String> names, double[] values)
            throws IOException {
        int prefix = line.length();
        for (int element = 0; element < values.length; element++) {
            line.setLength(prefix);
            line.append(',').append(names.get(element)).append(',');
            NumberText.append(line, values[element]);
            out.append(line.append('\n'));
        }
    }

    private static List<String> quoted(DrawSource draws) {
        List<String> names = new ArrayList<>();
        for (Variable variable : draws.variables()) {
            for (int i = 0; i < variable.size(); i++) {
                names.add(quoted(ElementNames.column(variable, i)));
            }
        }
        return names;
    }

    /** With quotation marks where the name holds a comma, as one with several subscripts does. */
    private static String quoted(String name) {
        boolean plain = name.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
