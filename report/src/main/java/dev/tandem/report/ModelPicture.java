package dev.tandem.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A model as a picture is made from it: its variables, what becomes of them, the loops around them, and which depends on
 * which.
 *
 * @param variables in the order of the text
 * @param arrows from a variable to those that are defined by it
 */
public record ModelPicture(List<ModelVariable> variables, List<Arrow> arrows) {
    /** What becomes of a variable. */
    public enum Fate {
        DATA,
        SETTLED,
        FORWARD,
        SUMMED_OUT,
        SAMPLED,
        COMPUTED;

        /** In words. */
        public String words() {
            return switch (this) {
                case DATA -> "data";
                case SETTLED -> "settled by the data";
                case FORWARD -> "drawn forwards";
                case SUMMED_OUT -> "summed out";
                case SAMPLED -> "sampled";
                case COMPUTED -> "computed";
            };
        }

        String style() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A variable.
     *
     * @param law its distribution, or what it is otherwise, in a word
     * @param statements the statements that define it, as they are written; none for what is only given
     * @param lines the line that each of these begins in
     * @param plates the loops around it, outermost first, in words
     * @param share of the work of an evaluation that its statements take, from 0 to 1, which its size shows; 0 for what is
     *     only given, or not known
     */
    public record ModelVariable(
            String name,
            Fate fate,
            String law,
            List<String> statements,
            List<Integer> lines,
            List<String> plates,
            double share) {
        /** A variable whose share of the work is not known. */
        public ModelVariable(
                String name, Fate fate, String law, List<String> statements, List<Integer> lines, List<String> plates) {
            this(name, fate, law, statements, lines, plates, 0);
        }

        public ModelVariable {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException(name + ": a share of " + share);
            }
            statements = List.copyOf(statements);
            lines = List.copyOf(lines);
            plates = List.copyOf(plates);
        }
    }

    /** Whether the work of its variables is known. */
    boolean weighed() {
        return variables.stream().anyMatch(variable -> variable.share() > 0);
    }

    /** One variable defines another; both may be the same, as in a chain of states. */
    public record Arrow(String from, String to) {}

    public ModelPicture {
        variables = List.copyOf(variables);
        arrows = List.copyOf(arrows);
    }

    /** The picture as SVG that stands for itself. */
    public String svg(String title) {
        return new PictureSvg(this, GraphLayout.of(this)).file(title);
    }

    /** Writes the picture to a file, which is replaced if it is there. */
    public void write(Path file, String title) throws IOException {
        HtmlReport.whole(file, writer -> writer.write(svg(title)));
    }

    /** The picture as a piece of the page, in its colours. */
    String piece(String title) {
        return new PictureSvg(this, GraphLayout.of(this)).piece(title);
    }
}
