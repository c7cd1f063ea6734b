package dev.tandem.validation.oracle;

import dev.tandem.language.syntax.Statement;
import java.util.Map;

/** One iteration of a statement. */
final class OracleInstance {
    final Statement.Relation relation;
    final Map<String, Double> counters;
    OracleArray array;
    int[] positions;
    boolean busy;

    OracleInstance(Statement.Relation relation, Map<String, Double> counters) {
        this.relation = relation;
        this.counters = counters;
    }

    boolean stochastic() {
        return relation instanceof Statement.Stochastic;
    }

    String law() {
        return ((Statement.Stochastic) relation).distribution().canonical();
    }

    boolean observed() {
        return !Double.isNaN(array.given[positions[0]]);
    }
}
