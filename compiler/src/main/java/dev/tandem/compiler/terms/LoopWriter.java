package dev.tandem.compiler.terms;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.distributions.special.FastLogarithm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Writes the code of terms inside loops, forwards and in reverse.
 *
 * <p>Each loop is a scope. A term is computed once, in the outermost scope in which its counters are bound, so whatever
 * does not change in a loop stands before it. Its derivative is collected in a local of the same scope, which is handed
 * on to the term's arguments when that scope ends; so sums over a loop need no memory either.
 */
public final class LoopWriter {
    private static final class Scope {
        final Scope parent;
        final Set<Binder> binders = new HashSet<>();
        final List<Code.Statement> code = new ArrayList<>();
        final Map<Term, Code.Expression> values = new HashMap<>();
        final Map<Term, Code.Local> adjoints = new HashMap<>();
        Code.Test guard;
        int guarded;
        final PriorityQueue<Term> pending = new PriorityQueue<>((a, b) -> Integer.compare(b.number(), a.number()));

        Scope(Scope parent) {
            this.parent = parent;
        }
    }

    private final Terms terms;
    private final Set<Storage> written;
    private final Map<String, Integer> names = new HashMap<>();
    /** Parts of choices: a branch that is not taken may be infinite or have no derivative, and hands nothing on. */
    private final Set<Term> chosen = new HashSet<>();

    private Scope scope = new Scope(null);

    /**
     * Starts outside all loops.
     *
     * @param written storage that the loops change: terms that read it are computed anew in the innermost loop
     */
    public LoopWriter(Terms terms, Set<Storage> written) {
        this.terms = terms;
        this.written = written;
    }

    /** Binds a counter to a local, usually a parameter, in the present scope. */
    public void bind(Binder binder, Code.Expression value) {
        scope.binders.add(binder);
        scope.values.put(terms.binder(binder), value);
    }

    /** Opens a loop; {@link #close} ends it. */
    public void open(Nest.Range range, boolean down) {
        Code.Expression first = value(range.first());
        Code.Expression last = value(range.last());
        Code.Local counter = local(range.counter().name(), Type.INT);
        Scope inner = new Scope(scope);
        scope = inner;
        inner.binders.add(range.counter());
        inner.values.put(terms.binder(range.counter()), counter);
        loops.add(new Code.Loop(counter, first, last, down, inner.code));
    }

    private final List<Code.Loop> loops = new ArrayList<>();

    /** Makes the rest of the innermost loop's body, derivatives included, depend on a condition. */
    public void guardRest(Code.Test condition) {
        scope.guard = condition;
        scope.guarded = scope.code.size();
    }

    /** Hands on the derivatives of this scope and ends its loop. */
    public void close() {
        propagate();
        if (scope.guard != null) {
            List<Code.Statement> rest = scope.code.subList(scope.guarded, scope.code.size());
            Code.Statement when = new Code.When(scope.guard, List.copyOf(rest));
            rest.clear();
            scope.code.add(when);
        }
        scope = scope.parent;
        scope.code.add(loops.remove(loops.size() - 1));
    }

    /** Hands on the derivatives of the outermost scope and gives the code. */
    public List<Code.Statement> finish() {
        propagate();
        return scope.code;
    }

    public void add(Code.Statement statement) {
        scope.code.add(statement);
    }

    public Code.Local local(String name, Type type) {
        int used = names.merge(name, 1, Integer::sum);
        return new Code.Local(used == 1 ? name : name + "_" + used, type);
    }

    /** The value of a term, computed before if it has not been. */
    public Code.Expression value(Term term) {
        if (term.op() == Term.Op.NUMBER) {
            return new Code.Real(term.constant());
        }
        if (term.op() == Term.Op.WHOLE) {
            return new Code.Whole(term.whole());
        }
        Scope home = home(term);
        Code.Expression known = home.values.get(term);
        if (known != null) {
            return known;
        }
        Scope here = scope;
        scope = home;
        Code.Expression expression = compute(term);
        if (!cheap(term)) {
            Code.Local local = local(term.op() == Term.Op.READ ? term.storage().name() + "_v" : "t", term.type());
            home.code.add(new Code.Declare(local, expression));
            expression = local;
        }
        home.values.put(term, expression);
        scope = here;
        return expression;
    }

    /** Says where the value of a term can be found in the present scope, if that is where it would be computed. */
    public void define(Term term, Code.Expression value) {
        if (home(term) == scope) {
            scope.values.putIfAbsent(term, value);
        }
    }

    /** Index arithmetic is written where it is used; all else gets a name. */
    private static boolean cheap(Term term) {
        return (term.type() == Type.INT && term.op() != Term.Op.READ)
                || term.op() == Term.Op.TO_DOUBLE
                || term.op() == Term.Op.GIVEN;
    }

    private Code.Expression compute(Term term) {
        return switch (term.op()) {
            case BINDER -> throw new IllegalStateException("unbound counter " + term.binder());
            case READ -> new Code.Element(term.storage().field(), value(term.argument(0)));
            case TO_INT, TO_DOUBLE -> new Code.Converted(value(term.argument(0)), term.type());
            case ADD -> arithmetic('+', term);
            case SUBTRACT -> arithmetic('-', term);
            case MULTIPLY -> arithmetic('*', term);
            case DIVIDE, QUOTIENT -> arithmetic('/', term);
            case NEGATE -> new Code.Negated(value(term.argument(0)));
            case CALL ->
                term.isLogOfOnePlusExponential()
                        ? new Code.Call(
                                FastLogarithm.class,
                                "ofOnePlus",
                                List.of(value(term.argument(0).argument(1))),
                                Type.DOUBLE)
                        : new Code.Call(
                                term.call().owner(),
                                term.call().method(),
                                term.arguments().stream().map(this::value).toList(),
                                Type.DOUBLE);
            case CHOICE ->
                new Code.Choice(
                        new Code.Test(term.comparison(), value(term.argument(0)), value(term.argument(1))),
                        value(term.argument(2)),
                        value(term.argument(3)));
            case GIVEN -> value(term.argument(0));
            case SUM -> sum(term);
            default -> throw new IllegalStateException("no code for " + term);
        };
    }

    private Code.Expression arithmetic(char operator, Term term) {
        return new Code.Arithmetic(operator, value(term.argument(0)), value(term.argument(1)));
    }

    private Code.Expression sum(Term term) {
        Code.Local total = local("sum", Type.DOUBLE);
        add(new Code.Declare(total, new Code.Real(0)));
        open(new Nest.Range(term.binder(), term.argument(0), term.argument(1)), false);
        increase(total, value(term.argument(2)));
        close();
        return total;
    }

    public void increase(Code.Local total, Code.Expression amount) {
        add(new Code.Assign(total, new Code.Arithmetic('+', total, amount)));
    }

    /** The outermost open scope in which the term has its value. */
    private Scope home(Term term) {
        boolean moves = readsWritten(term);
        for (Scope s = scope; s.parent != null; s = s.parent) {
            if (moves) {
                return s;
            }
            for (Binder binder : s.binders) {
                if (term.binders().contains(binder)) {
                    return s;
                }
            }
        }
        Scope root = scope;
        while (root.parent != null) {
            root = root.parent;
        }
        return root;
    }

    private boolean readsWritten(Term term) {
        if (written.isEmpty()) {
            return false;
        }
        for (Term read : term.reads()) {
            if (written.contains(read.storage())) {
                return true;
            }
        }
        return false;
    }

    /** Adds a derivative of the whole with respect to a term, to be handed on when the term's scope ends. */
    public void contribute(Term term, Code.Expression amount) {
        if (!term.active()) {
            return;
        }
        Scope home = home(term);
        Code.Local adjoint = home.adjoints.get(term);
        if (adjoint != null) {
            increase(adjoint, amount);
            return;
        }
        adjoint = local("d", Type.DOUBLE);
        home.adjoints.put(term, adjoint);
        home.pending.add(term);
        if (home == scope) {
            add(new Code.Declare(adjoint, amount));
        } else {
            home.code.add(new Code.Declare(adjoint, new Code.Real(0)));
            increase(adjoint, amount);
        }
    }

    /** Hands the derivatives of this scope's terms on to their arguments, later terms first. */
    private void propagate() {
        while (!scope.pending.isEmpty()) {
            Term term = scope.pending.poll();
            Code.Expression adjoint = scope.adjoints.get(term);
            if (term.op() == Term.Op.CHOICE || chosen.contains(term)) {
                chosen.addAll(term.arguments());
            }
            if (term.op() == Term.Op.READ) {
                add(new Code.Accumulate(term.storage().bar(), value(term.argument(0)), adjoint));
            } else if (term.op() == Term.Op.SUM) {
                open(new Nest.Range(term.binder(), term.argument(0), term.argument(1)), false);
                value(term.argument(2));
                contribute(term.argument(2), adjoint);
                close();
            } else {
                propagate(term, adjoint);
            }
        }
    }

    private void propagate(Term term, Code.Expression adjoint) {
        if (term.op() == Term.Op.CALL && term.call().equals(Calls.LOG)) {
            // Where nothing depends on a logarithm, it may be that of zero.
            contribute(
                    term.argument(0),
                    new Code.Call(Counts.class, "ratio", List.of(adjoint, value(term.argument(0))), Type.DOUBLE));
            return;
        }
        boolean maybe = chosen.contains(term);
        if (term.op() == Term.Op.MULTIPLY && term.argument(0) == term.argument(1) && !maybe) {
            Code.Expression twice = new Code.Arithmetic('*', adjoint, new Code.Real(2));
            contribute(term.argument(0), new Code.Arithmetic('*', twice, value(term.argument(0))));
            return;
        }
        for (int i = 0; i < term.arguments().size(); i++) {
            Term argument = term.argument(i);
            if (!argument.active() || !term.passesDerivative(i)) {
                continue;
            }
            Term partial = terms.partial(term, i);
            if (partial.isNumber(0)) {
                continue;
            }
            contribute(
                    argument,
                    partial.isNumber(1)
                            ? adjoint
                            : partial.isNumber(-1)
                                    ? new Code.Negated(adjoint)
                                    : maybe
                                            ? new Code.Call(
                                                    Counts.class,
                                                    "onward",
                                                    List.of(adjoint, value(partial)),
                                                    Type.DOUBLE)
                                            : new Code.Arithmetic('*', adjoint, value(partial)));
        }
    }
}
