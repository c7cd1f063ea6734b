package dev.tandem.sampling;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import java.util.Arrays;
import java.util.List;

/**
 * How one chain warmed up, iteration by iteration. Chains may take different numbers of iterations.
 *
 * @param stages the names of the stages, which {@link Column#STAGE} counts from 0
 * @param table one chain whose draws are iterations and whose elements are {@link Column}s
 */
public record WarmupHistory(List<String> stages, Draws table) {
    /** What is kept about each iteration. */
    public enum Column {
        STAGE(0, "stage", Variable.Kind.DISCRETE),
        STEP_SIZE(1, "step_size", Variable.Kind.CONTINUOUS),
        ACCEPTANCE(2, "acceptance", Variable.Kind.CONTINUOUS),
        DIVERGENT(3, "divergent", Variable.Kind.DISCRETE),
        STEPS(4, "steps", Variable.Kind.DISCRETE),
        NOT_A_NUMBER(5, "not_a_number", Variable.Kind.DISCRETE);

        private static final List<Variable> VARIABLES = Arrays.stream(values())
                .map(column -> new Variable(column.label, List.of(), column.kind))
                .toList();

        private final int place;
        private final String label;
        private final Variable.Kind kind;

        Column(int place, String label, Variable.Kind kind) {
            this.place = place;
            this.label = label;
            this.kind = kind;
        }

        /** The name in tables and files. */
        public String label() {
            return label;
        }

        /** The element of the table that is this one. */
        public int place() {
            return place;
        }

        public static List<Variable> variables() {
            return VARIABLES;
        }
    }

    public WarmupHistory {
        stages = List.copyOf(stages);
    }

    /** How often the chain got nowhere and was started again: each time it went back to the first stage. */
    public int restarts() {
        double[] stage = column(Column.STAGE);
        int restarts = 0;
        for (int i = 1; i < stage.length; i++) {
            restarts += stage[i] < stage[i - 1] ? 1 : 0;
        }
        return restarts;
    }

    public int iterations() {
        return table.drawsPerChain();
    }

    /** The name of the stage that an iteration, counted from 0, belonged to. */
    public String stage(int iteration) {
        return stages.get((int) table.value(0, iteration, Column.STAGE.place()));
    }

    /** One number of every iteration. */
    public double[] column(Column column) {
        return table.element(column.place())[0];
    }
}
