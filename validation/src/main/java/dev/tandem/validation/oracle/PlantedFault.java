package dev.tandem.validation.oracle;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.language.Model;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Faults put into compiled densities on purpose, to see that the checks find them. Some are another reading of the model,
 * which is compiled in place of the right one (and, the other way round, is what a wrong oracle reads); the others are
 * wrong cursors.
 */
public enum PlantedFault {
    PRECISION_AS_VARIANCE("precision taken as variance"),
    SWAPPED_PARAMETERS("the two parameters of a law swapped"),
    FORGOTTEN_BOUNDS("T(,) without its constant and its bounds"),
    SHIFTED_WEIGHTS("the weights of dcat off by one"),
    LARGER_COUNT("the size of dbin off by one"),
    DROPPED_FACTOR("the factor of one statement dropped"),
    TRANSPOSED_INDEX("x[i,j] read as x[j,i]"),
    NEIGHBOUR("x[i] read as x[1]"),
    OTHER_LINK("another link function"),
    ABSENT_TERM("the last summand of an expression dropped"),
    STALE_DENSITY("the log density not brought up to date after an assignment"),
    WRONG_JACOBIAN("a transform whose log Jacobian is too small by a tenth of its coordinate"),
    WRONG_GRADIENT("one entry of the gradient too large by a hundredth"),
    WRONG_CONDITIONAL("the weight of one value of a site too large by a tenth"),
    NARROW_SUPPORT("the least value of a site left out"),
    POSSIBLE_IMPOSSIBLE("impossible states of finite density"),
    STALE_REPORT("values reported as they were before the last move");

    private final String words;

    PlantedFault(String words) {
        this.words = words;
    }

    /** What is wrong. */
    public String words() {
        return words;
    }

    /** Whether it is another reading of the model, and not a wrong cursor. */
    public boolean inModel() {
        return switch (this) {
            case STALE_DENSITY,
                    WRONG_JACOBIAN,
                    WRONG_GRADIENT,
                    WRONG_CONDITIONAL,
                    NARROW_SUPPORT,
                    POSSIBLE_IMPOSSIBLE,
                    STALE_REPORT -> false;
            default -> true;
        };
    }

    /** The model read wrongly; empty if the fault has no place in it. */
    public Optional<ModelCase> misread(ModelCase model) {
        List<Statement> statements = model.model().statements();
        List<Statement> changed = this == DROPPED_FACTOR ? withoutFactor(statements) : misread(statements);
        if (changed.equals(statements)) {
            return Optional.empty();
        }
        Model parsed = model.model();
        String text =
                new Model(parsed.source(), parsed.dialect(), parsed.declarations(), parsed.data(), changed).print();
        return Optional.of(new ModelCase(model.name(), text, model.data(), model.drawn()));
    }

    /** A flat factor takes the place of the last one: a probability of one half whatever its parents. */
    private static List<Statement> withoutFactor(List<Statement> statements) {
        List<Statement> result = new ArrayList<>(statements);
        for (int k = statements.size() - 1; k >= 0; k--) {
            if (statements.get(k) instanceof Statement.Stochastic s
                    && s.distribution().canonical().equals("dbern")) {
                Expression half = new Expression.Literal(0.5, s.span());
                result.set(
                        k,
                        new Statement.Stochastic(
                                s.target(), call(s.distribution(), List.of(half)), s.truncation(), s.span()));
                return result;
            }
        }
        return result;
    }

    private List<Statement> misread(List<Statement> statements) {
        List<Statement> result = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                result.add(new Statement.Loop(loop.counter(), loop.range(), misread(loop.body()), loop.span()));
            } else {
                result.add(misread((Statement.Relation) statement));
            }
        }
        return result;
    }

    private Statement misread(Statement.Relation relation) {
        return switch (this) {
            case TRANSPOSED_INDEX, NEIGHBOUR -> Rewriting.right(relation, this::misindexed);
            case ABSENT_TERM ->
                Rewriting.right(
                        relation,
                        e -> e instanceof Expression.Binary b
                                        && b.operator() == dev.tandem.language.syntax.BinaryOperator.PLUS
                                ? b.left()
                                : e);
            case OTHER_LINK ->
                relation instanceof Statement.Deterministic d
                                && d.link().isPresent()
                                && d.link().get() == dev.tandem.language.syntax.Link.LOGIT
                        ? new Statement.Deterministic(
                                Optional.of(dev.tandem.language.syntax.Link.CLOGLOG), d.target(), d.value(), d.span())
                        : relation;
            default -> relation instanceof Statement.Stochastic s ? misread(s) : relation;
        };
    }

    private Expression misindexed(Expression e) {
        if (!(e instanceof Expression.Subscripted s)) {
            return e;
        }
        List<Index> indices = new ArrayList<>(s.indices());
        if (this == TRANSPOSED_INDEX
                && indices.size() == 2
                && indices.stream().allMatch(i -> i instanceof Index.Single)) {
            Collections.reverse(indices);
            return indices.equals(s.indices()) ? e : new Expression.Subscripted(s.name(), indices, s.span());
        }
        boolean counter = this == NEIGHBOUR
                && indices.size() == 1
                && indices.get(0) instanceof Index.Single single
                && single.value() instanceof Expression.Name;
        return counter
                ? new Expression.Subscripted(
                        s.name(), List.of(new Index.Single(new Expression.Literal(1, s.span()))), s.span())
                : e;
    }

    private static DistributionCall call(DistributionCall call, List<Expression> arguments) {
        return new DistributionCall(call.written(), call.canonical(), arguments, call.span());
    }

    private Statement misread(Statement.Stochastic s) {
        DistributionCall call = s.distribution();
        List<Expression> arguments = new ArrayList<>(call.arguments());
        boolean bounds = true;
        switch (this) {
            case PRECISION_AS_VARIANCE -> {
                if (List.of("dnorm", "dlnorm", "dt").contains(call.canonical())) {
                    Expression one = new Expression.Literal(1, s.span());
                    arguments.set(
                            1,
                            new Expression.Binary(
                                    dev.tandem.language.syntax.BinaryOperator.DIVIDE, one, arguments.get(1), s.span()));
                }
            }
            case SWAPPED_PARAMETERS -> {
                if (List.of("dgamma", "dbeta", "dweib", "df").contains(call.canonical())) {
                    Collections.swap(arguments, 0, 1);
                }
            }
            case SHIFTED_WEIGHTS -> {
                if (call.canonical().equals("dcat")
                        && arguments.get(0) instanceof Expression.Call c
                        && c.canonical().equals("c")) {
                    List<Expression> weights = new ArrayList<>(c.arguments());
                    Collections.rotate(weights, 1);
                    arguments.set(0, new Expression.Call("c", "c", weights, c.span()));
                }
            }
            case LARGER_COUNT -> {
                if (call.canonical().equals("dbin")) {
                    Expression one = new Expression.Literal(1, s.span());
                    arguments.set(
                            1,
                            new Expression.Binary(
                                    dev.tandem.language.syntax.BinaryOperator.PLUS, arguments.get(1), one, s.span()));
                }
            }
            case FORGOTTEN_BOUNDS -> bounds = false;
            default -> {}
        }
        return new Statement.Stochastic(
                s.target(), call(call, arguments), bounds ? s.truncation() : Optional.empty(), s.span());
    }

    /** A density whose cursors are wrong in this way; empty if it has no place for the fault. */
    public Optional<MixedDensity> spoil(MixedDensity density) {
        Space space = density.space();
        boolean fits = switch (this) {
            case STALE_DENSITY, WRONG_CONDITIONAL, NARROW_SUPPORT -> space.sites() > 0;
            case WRONG_JACOBIAN, WRONG_GRADIENT -> space.dimension() > 0;
            default -> true;
        };
        Function<Cursor, Cursor> wrong = inner -> new WrongCursor(inner, this);
        return fits
                ? Optional.of(new MixedDensity() {
                    @Override
                    public Space space() {
                        return space;
                    }

                    @Override
                    public Cursor cursor() {
                        return wrong.apply(density.cursor());
                    }
                })
                : Optional.empty();
    }

    /** Hands everything on to a right cursor, but for one fault. */
    private static final class WrongCursor extends Cursor {
        private static final double IMPOSSIBLE = -50;

        private final Cursor inner;
        private final PlantedFault fault;
        private final double[] lastReport;
        private double lastDensity = Double.NaN;
        private boolean reported;

        WrongCursor(Cursor inner, PlantedFault fault) {
            super(inner.space());
            this.inner = inner;
            this.fault = fault;
            lastReport = new double[inner.space().reportedSize()];
        }

        @Override
        protected void moved() {
            inner.moveTo(q);
            lastDensity = Double.NaN;
        }

        @Override
        protected void assigned(int site, int old) {
            inner.assign(site, x[site]);
        }

        private double spoilt(double value) {
            return switch (fault) {
                case STALE_DENSITY -> {
                    lastDensity = Double.isNaN(lastDensity) ? value : lastDensity;
                    yield lastDensity;
                }
                case WRONG_JACOBIAN -> value - 0.1 * q[0];
                case POSSIBLE_IMPOSSIBLE -> Math.max(value, IMPOSSIBLE);
                default -> value;
            };
        }

        @Override
        protected double evaluate() {
            return spoilt(inner.logDensity());
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            double value = inner.logDensityAndGradient(gradient);
            if (fault == WRONG_JACOBIAN) {
                gradient[0] -= 0.1;
            }
            if (fault == WRONG_GRADIENT) {
                gradient[0] += 0.01 * (1 + Math.abs(gradient[0]));
            }
            return spoilt(value);
        }

        @Override
        protected double weigh(int site, int value) {
            double weight = inner.logWeight(site, value);
            return fault == WRONG_CONDITIONAL && value == inner.lower(site) ? weight + 0.1 : weight;
        }

        @Override
        public int lower(int site) {
            boolean narrow = fault == NARROW_SUPPORT && inner.lower(site) < inner.upper(site);
            return inner.lower(site) + (narrow ? 1 : 0);
        }

        @Override
        public int upper(int site) {
            return inner.upper(site);
        }

        @Override
        public void report(double[] values) {
            if (fault == STALE_REPORT && reported) {
                System.arraycopy(lastReport, 0, values, 0, lastReport.length);
                inner.report(lastReport);
                return;
            }
            inner.report(values);
            System.arraycopy(values, 0, lastReport, 0, lastReport.length);
            reported = true;
        }

        @Override
        public void countImpossible(boolean on) {
            inner.countImpossible(on);
        }
    }
}
