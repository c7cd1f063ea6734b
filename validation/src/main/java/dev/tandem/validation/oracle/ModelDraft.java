package dev.tandem.validation.oracle;

import dev.tandem.language.data.DataArray;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A random model while it is written: its text, its data, and what is defined so far. */
final class ModelDraft {
    /** What the data will hold of a variable. */
    enum Given {
        NOTHING,
        ALL,
        SOME
    }

    final SplittableRandom random;
    final List<Defined> variables = new ArrayList<>();
    final Map<String, Given> drawn = new LinkedHashMap<>();
    final Map<String, DataArray> data = new LinkedHashMap<>();
    /** Elements that no observed sum or bound has been put on. */
    final List<String> free = new ArrayList<>();

    final ExpressionMaker make;
    final LawMaker laws;
    private final StringBuilder text = new StringBuilder();
    private int names;

    ModelDraft(SplittableRandom random) {
        this.random = random;
        make = new ExpressionMaker(random, variables);
        laws = new LawMaker(make);
    }

    String text() {
        return "model {\n" + text + "}\n";
    }

    String fresh(String stem) {
        return stem + ++names;
    }

    Given given() {
        double u = random.nextDouble();
        return u < 0.5 ? Given.NOTHING : u < 0.85 ? Given.ALL : Given.SOME;
    }

    static double[] rounded(double[] values) {
        return Arrays.stream(values).map(v -> Math.rint(v * 100) / 100).toArray();
    }

    Kind kind() {
        return switch (make.below(10)) {
            case 0, 1, 2 -> Kind.REAL;
            case 3, 4 -> Kind.POSITIVE;
            case 5 -> Kind.PROBABILITY;
            default -> Kind.WHOLE;
        };
    }

    void line(int indent, String statement) {
        text.append("  ".repeat(indent)).append(statement).append('\n');
    }

    /** Notes a variable that was drawn, and its elements. */
    void add(Defined variable, Given how) {
        variables.add(variable);
        drawn.put(variable.name(), how);
        if (how == Given.NOTHING) {
            forEachElement(variable, free::add);
        }
    }

    static void forEachElement(Defined variable, java.util.function.Consumer<String> action) {
        List<Integer> dims = variable.dims();
        if (dims.isEmpty()) {
            action.accept(variable.name());
        } else if (dims.size() == 1) {
            for (int i = 1; i <= dims.get(0); i++) {
                action.accept(variable.name() + "[" + i + "]");
            }
        } else {
            for (int i = 1; i <= dims.get(0); i++) {
                for (int j = 1; j <= dims.get(1); j++) {
                    action.accept(variable.name() + "[" + i + "," + j + "]");
                }
            }
        }
    }

    String bound(int to) {
        if (make.chance(0.3)) {
            String name = fresh("N");
            data.put(name, DataArray.scalar(to));
            return name;
        }
        return String.valueOf(to);
    }
}
