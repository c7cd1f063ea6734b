package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.Statements;
import dev.tandem.language.Model;
import dev.tandem.language.Neighbourhood;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Computes what the map of a conditional autoregression is made of where the model computes it from data: files of GeoBUGS give weights
 * by {@code for (k in 1:n) { weights[k] <- 1 }}.
 */
final class ComputedData {
    private final DataSet data;
    private final Set<String> needed = new HashSet<>();

    private ComputedData(DataSet data) {
        this.data = data;
    }

    /** The data, with the variables that neighbourhoods read and that statements compute. */
    static DataSet complete(Model model, DataSet data) {
        ComputedData computed = new ComputedData(data);
        for (Neighbourhood map : model.neighbourhoods()) {
            for (Expression part :
                    List.of(map.neighbours(), map.weights(), map.counts(), map.variances(), map.from(), map.to())) {
                computed.needed.addAll(Names.in(part));
            }
        }
        int before = -1;
        while (computed.needed.size() > before) {
            before = computed.needed.size();
            computed.need(model.statements());
        }
        List<Statement> statements = computed.only(model.statements());
        return statements.isEmpty()
                ? data
                : Statements.run(
                        new Model(
                                model.source(), model.dialect(), model.declarations(), statements, model.statements()),
                        data,
                        null);
    }

    /** Whether a statement computes something that is needed and not given. */
    private boolean computes(Statement statement) {
        return statement instanceof Statement.Deterministic d
                && needed.contains(d.target().name().text())
                && data.find(d.target().name().text()).isEmpty();
    }

    /** What the statements that are needed read, ranges of loops around them included. */
    private boolean need(List<Statement> statements) {
        boolean any = false;
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                if (need(loop.body())) {
                    needed.addAll(Names.in(loop.range()));
                    any = true;
                }
            } else if (computes(statement)) {
                Statement.Deterministic d = (Statement.Deterministic) statement;
                needed.addAll(Names.in(d.value()));
                for (Index index : d.target().indices()) {
                    if (index instanceof Index.Single single) {
                        needed.addAll(Names.in(single.value()));
                    } else if (index instanceof Index.Range range) {
                        needed.addAll(Names.in(range.from()));
                        needed.addAll(Names.in(range.to()));
                    }
                }
                any = true;
            }
        }
        return any;
    }

    private List<Statement> only(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                List<Statement> body = only(loop.body());
                if (!body.isEmpty()) {
                    all.add(new Statement.Loop(loop.counter(), loop.range(), body, loop.span()));
                }
            } else if (computes(statement)) {
                all.add(statement);
            }
        }
        return all;
    }
}
