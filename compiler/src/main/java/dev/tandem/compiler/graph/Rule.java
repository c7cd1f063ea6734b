package dev.tandem.compiler.graph;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A relation of the model with the loops around it: it defines one node, or several elements at once, per iteration. */
public final class Rule {
    private final int number;
    private final Statement.Relation relation;
    private final List<Statement.Loop> loops;
    private final List<String> loopNames;
    private final Set<String> names = new LinkedHashSet<>();
    private final List<Expression.Reference> reads = new ArrayList<>();
    private boolean constant;
    private boolean data;
    private boolean measured;
    private boolean folded;
    private boolean resolved;
    private boolean fragile;
    private long instances;

    Rule(int number, Statement.Relation relation, List<Statement.Loop> loops) {
        this.number = number;
        this.relation = relation;
        this.loops = List.copyOf(loops);
        loopNames = loops.stream().map(loop -> loop.counter().text()).toList();
        if (relation instanceof Statement.Deterministic d) {
            collect(d.value());
        } else if (relation instanceof Statement.Stochastic s) {
            s.distribution().arguments().forEach(this::collect);
            s.truncation().ifPresent(t -> {
                t.lower().ifPresent(this::collect);
                t.upper().ifPresent(this::collect);
            });
        }
    }

    private void collect(Expression expression) {
        if (expression instanceof Expression.Reference reference) {
            if (!isCounter(reference.name().text())) {
                names.add(reference.name().text());
                reads.add(reference);
            }
            for (Index index : reference.indices()) {
                if (index instanceof Index.Single single) {
                    collect(single.value());
                } else if (index instanceof Index.Range range) {
                    collect(range.from());
                    collect(range.to());
                }
            }
        } else if (expression instanceof Expression.Unary unary) {
            collect(unary.operand());
        } else if (expression instanceof Expression.Binary binary) {
            collect(binary.left());
            collect(binary.right());
        } else if (expression instanceof Expression.Call call) {
            // length and dim ask for shapes, which are known whatever the values.
            if (call.function().kind() != Function.Kind.SHAPE) {
                call.arguments().forEach(this::collect);
            }
        }
    }

    boolean isCounter(String name) {
        return loopNames.contains(name);
    }

    public int number() {
        return number;
    }

    public Statement.Relation relation() {
        return relation;
    }

    public boolean stochastic() {
        return relation instanceof Statement.Stochastic;
    }

    public Expression.Reference target() {
        return relation.target();
    }

    public String targetName() {
        return relation.target().name().text();
    }

    /** The loops, outermost first. */
    public List<Statement.Loop> loops() {
        return loops;
    }

    /** The counters of the loops, outermost first. */
    List<String> loopNames() {
        return loopNames;
    }

    /** The variables whose values the right side needs. */
    public Set<String> names() {
        return names;
    }

    /** The references of the right side, those inside indices too. */
    public List<Expression.Reference> reads() {
        return reads;
    }

    /** Whether it was evaluated once and for all, its right side being known. */
    public boolean constant() {
        return constant;
    }

    void setConstant() {
        constant = true;
    }

    /** Whether what it computes from observations stays as it is when these are drawn anew. */
    public boolean data() {
        return data;
    }

    void setData() {
        data = true;
    }

    /** Every name in it but its counters: also those in loops, on the left and in {@code length(..)}. */
    Set<String> mentioned() {
        Set<String> mentioned = new LinkedHashSet<>();
        loops.forEach(loop -> mentioned.addAll(Names.in(loop.range())));
        mentioned.addAll(Names.in(target()));
        if (relation instanceof Statement.Deterministic d) {
            mentioned.addAll(Names.in(d.value()));
        } else if (relation instanceof Statement.Stochastic s) {
            s.distribution().arguments().forEach(argument -> mentioned.addAll(Names.in(argument)));
            mentioned.addAll(names);
        }
        mentioned.removeAll(loopNames);
        return mentioned;
    }

    /** Whether it is known how far its loops run and its left side reaches. */
    boolean measured() {
        return measured;
    }

    void setMeasured() {
        measured = true;
    }

    /** Whether its right side has been evaluated, or need not be. */
    boolean folded() {
        return folded;
    }

    void setFolded() {
        folded = true;
    }

    /** Whether nothing more has to be found out about it before sampling. */
    boolean resolved() {
        return resolved;
    }

    void setResolved() {
        resolved = true;
    }

    /**
     * Whether something that does not change in a loop can be computed only where that loop runs: elsewhere an index in
     * it is out of range.
     */
    public boolean fragile() {
        return fragile;
    }

    void setFragile() {
        fragile = true;
    }

    /** The number of iterations. */
    public long instances() {
        return instances;
    }

    void setInstances(long count) {
        instances = count;
    }
}
