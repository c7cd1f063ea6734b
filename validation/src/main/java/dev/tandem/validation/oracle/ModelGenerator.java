package dev.tandem.validation.oracle;

import dev.tandem.language.DataArray;
import dev.tandem.language.Model;
import dev.tandem.validation.oracle.ExpressionMaker.Counter;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Makes small random models with data that they themselves could have given. The same seed makes the same model.
 *
 * <p>A model is a few blocks, each of which defines one variable from those before it. What is observed is decided when a
 * block is written; its values are then drawn from the model, so that no data are impossible.
 */
public final class ModelGenerator {
    private static final int TRIES = 200;
    private static final int MOST_UNKNOWNS = 9;
    private static final double LARGEST = 300;
    /** Not the step of SplittableRandom itself, or neighbours would give the same numbers. */
    private static final long MIX = 0xD1342543DE82EF95L;

    /** What the data will hold of a variable. */
    private enum Given {
        NOTHING,
        ALL,
        SOME
    }

    private final SplittableRandom random;
    private final List<Defined> variables = new ArrayList<>();
    private final Map<String, Given> drawn = new LinkedHashMap<>();
    private final Map<String, DataArray> data = new LinkedHashMap<>();
    /** Elements that no observed sum or bound has been put on. */
    private final List<String> free = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();
    private final ExpressionMaker make;
    private final LawMaker laws;
    private int names;

    private ModelGenerator(SplittableRandom random) {
        this.random = random;
        make = new ExpressionMaker(random, variables);
        laws = new LawMaker(make);
    }

    /** The model of a seed. */
    public static ModelCase generate(long seed) {
        SplittableRandom random = new SplittableRandom((seed * MIX) ^ (MIX >>> 7));
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Optional<ModelCase> made = new ModelGenerator(random.split()).attempt("seed " + seed);
            if (made.isPresent()) {
                return made.get();
            }
        }
        throw new OracleException("no model for seed " + seed + " in " + TRIES + " attempts");
    }

    private Optional<ModelCase> attempt(String name) {
        givenData();
        int blocks = 2 + make.below(4);
        for (int k = 0; k < blocks; k++) {
            block(k == 0);
        }
        if (drawn.containsValue(Given.NOTHING) && make.chance(0.25)) {
            observedSum();
        }
        String model = "model {\n" + text + "}\n";
        try {
            return withData(name, model);
        } catch (OracleException unfit) {
            // An index that left its array, or a shape that does not fit: another attempt.
            return Optional.empty();
        }
    }

    private Optional<ModelCase> withData(String name, String model) {
        Oracle oracle = Oracle.of(Model.of(model), data);
        oracle.drawForward(random.split());
        Map<String, DataArray> values = oracle.values();
        for (DataArray array : values.values()) {
            for (double value : array.toArray()) {
                if (!(Math.abs(value) < LARGEST)) {
                    return Optional.empty();
                }
            }
        }
        Map<String, DataArray> given = new LinkedHashMap<>(data);
        drawn.forEach((variable, how) -> {
            double[] all = values.get(variable).toArray();
            for (int i = 0; how == Given.SOME && i < all.length; i++) {
                all[i] = random.nextInt(3) == 0 ? Double.NaN : all[i];
            }
            if (how != Given.NOTHING && !Arrays.stream(all).allMatch(Double::isNaN)) {
                given.put(variable, DataArray.of(values.get(variable).dims(), all));
            }
        });
        Oracle bound = Oracle.of(Model.of(model), given);
        int unknown = bound.unknowns().size();
        if (unknown == 0 || unknown > MOST_UNKNOWNS) {
            return Optional.empty();
        }
        // What the model itself gave must be possible, or the oracle contradicts itself.
        Map<String, Double> own = new LinkedHashMap<>();
        for (Oracle.Unknown u : bound.unknowns()) {
            own.put(u.name(), values.get(u.variable()).value(u.position()));
        }
        bound.assign(own);
        return bound.logDensity() > Double.NEGATIVE_INFINITY
                ? Optional.of(new ModelCase(name, model, given, values))
                : Optional.empty();
    }

    private String fresh(String stem) {
        return stem + ++names;
    }

    private Given given() {
        double u = random.nextDouble();
        return u < 0.5 ? Given.NOTHING : u < 0.85 ? Given.ALL : Given.SOME;
    }

    private void givenData() {
        if (make.chance(0.6)) {
            give(fresh("d"), Kind.REAL, -1.5, 1.5, 2 + make.below(2));
        }
        if (make.chance(0.3)) {
            give(fresh("e"), Kind.POSITIVE, 0.4, 2.5, 2 + make.below(3));
        }
        if (make.chance(0.25)) {
            // Rows of weights, for chains of states and mixtures.
            int states = 2 + make.below(2);
            String name = fresh("W");
            double[] values = random.doubles((long) states * states, 0.1, 1).toArray();
            data.put(name, DataArray.of(new int[] {states, states}, rounded(values)));
            variables.add(new Defined(name, Kind.POSITIVE, List.of(states, states), 0, 0, true));
        }
        if (make.chance(0.2)) {
            String name = fresh("g");
            int size = 2 + make.below(2);
            data.put(
                    name,
                    DataArray.vector(random.ints(size, 1, 3).asDoubleStream().toArray()));
            variables.add(new Defined(name, Kind.WHOLE, List.of(size), 1, 2, false));
        }
    }

    private void give(String name, Kind kind, double from, double to, int size) {
        data.put(name, DataArray.vector(rounded(random.doubles(size, from, to).toArray())));
        variables.add(Defined.of(name, kind, size));
    }

    private static double[] rounded(double[] values) {
        return Arrays.stream(values).map(v -> Math.rint(v * 100) / 100).toArray();
    }

    private Kind kind() {
        return switch (make.below(10)) {
            case 0, 1, 2 -> Kind.REAL;
            case 3, 4 -> Kind.POSITIVE;
            case 5 -> Kind.PROBABILITY;
            default -> Kind.WHOLE;
        };
    }

    private void line(int indent, String statement) {
        text.append("  ".repeat(indent)).append(statement).append('\n');
    }

    private void block(boolean first) {
        switch (first ? make.below(8) : make.below(25)) {
            case 0, 1 -> scalar();
            case 2, 3 -> loop();
            case 4 -> twoLoops();
            case 5 -> separateElements();
            case 6 -> matrix();
            case 7 -> arrayLaw();
            case 8, 9, 10 -> computed();
            case 11 -> linked();
            case 12 -> computedVector();
            case 13 -> chain();
            case 14 -> states();
            case 15 -> censored();
            case 16 -> rounded();
            case 17 -> multistate();
            case 18 -> observedSum();
            case 19 -> triangle();
            case 20 -> counts();
            case 21 -> loop();
            case 22 -> zeroProducts();
            case 23 -> observedSums();
            default -> matrixFunction();
        }
    }

    /** Notes a variable that was drawn, and its elements. */
    private void add(Defined variable, Given how) {
        variables.add(variable);
        drawn.put(variable.name(), how);
        if (how == Given.NOTHING) {
            forEachElement(variable, free::add);
        }
    }

    private static void forEachElement(Defined variable, java.util.function.Consumer<String> action) {
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

    private void scalar() {
        LawMaker.Law law = laws.of(kind(), List.of());
        String name = fresh("x");
        line(1, name + " ~ " + law.text());
        add(new Defined(name, law.kind(), List.of(), law.least(), law.greatest(), false), given());
    }

    private String bound(int to) {
        if (make.chance(0.3)) {
            String name = fresh("N");
            data.put(name, DataArray.scalar(to));
            return name;
        }
        return String.valueOf(to);
    }

    private void loop() {
        int to = 2 + make.below(2);
        List<Counter> counters = List.of(new Counter("i", 1, to));
        LawMaker.Law law = laws.of(kind(), counters);
        String name = fresh("x");
        if (make.chance(0.15)) {
            String order = fresh("o");
            double[] values = new double[to];
            Arrays.setAll(values, k -> to - k);
            data.put(order, DataArray.vector(values));
            line(1, "for (i in " + order + ") {");
        } else {
            line(1, "for (i in 1:" + bound(to) + ") {");
        }
        if (make.chance(0.3) && law.kind() == Kind.REAL) {
            String mean = fresh("m");
            line(2, name + "[i] ~ dnorm(" + mean + "[i], " + make.of(Kind.POSITIVE, counters, 1) + ")");
            line(2, mean + "[i] <- " + make.of(Kind.REAL, counters, 2));
            variables.add(Defined.of(mean, Kind.REAL, to));
        } else {
            line(2, name + "[i] ~ " + law.text());
        }
        line(1, "}");
        add(new Defined(name, law.kind(), List.of(to), law.least(), law.greatest(), false), given());
    }

    /** Laws of one array, whose values may be of several kinds. */
    private Defined together(String name, List<Integer> dims, LawMaker.Law... parts) {
        boolean whole = Arrays.stream(parts).allMatch(law -> law.kind() == Kind.WHOLE);
        boolean same = Arrays.stream(parts).allMatch(law -> law.kind() == parts[0].kind());
        int least = Arrays.stream(parts).mapToInt(LawMaker.Law::least).min().orElseThrow();
        int greatest =
                Arrays.stream(parts).mapToInt(LawMaker.Law::greatest).max().orElseThrow();
        return whole
                ? new Defined(name, Kind.WHOLE, dims, least, greatest, false)
                : new Defined(name, same ? parts[0].kind() : Kind.REAL, dims, 0, Defined.NO_LIMIT, false);
    }

    private Kind[] twoKinds() {
        Kind first = kind();
        return new Kind[] {first, make.chance(0.6) ? first : kind()};
    }

    private void twoLoops() {
        Kind[] kinds = twoKinds();
        int split = 1 + make.below(2);
        int to = split + 1 + make.below(2);
        LawMaker.Law first = laws.of(kinds[0], List.of(new Counter("i", 1, split)));
        LawMaker.Law second = laws.of(kinds[1], List.of(new Counter("j", split + 1, to)));
        String name = fresh("x");
        line(1, "for (i in 1:" + split + ") {");
        line(2, name + "[i] ~ " + first.text());
        line(1, "}");
        line(1, "for (j in " + (split + 1) + ":" + to + ") {");
        line(2, name + "[j] ~ " + second.text());
        line(1, "}");
        add(together(name, List.of(to), first, second), given());
    }

    private void separateElements() {
        Kind[] kinds = twoKinds();
        LawMaker.Law first = laws.of(kinds[0], List.of());
        LawMaker.Law second = laws.of(kinds[1], List.of());
        String name = fresh("x");
        line(1, name + "[1] ~ " + first.text());
        line(1, name + "[2] ~ " + second.text());
        add(together(name, List.of(2), first, second), given());
    }

    private void matrix() {
        int rows = 2;
        int columns = 2 + make.below(2);
        List<Counter> counters = List.of(new Counter("i", 1, rows), new Counter("j", 1, columns));
        LawMaker.Law law = laws.of(kind(), counters);
        String name = fresh("x");
        line(1, "for (i in 1:" + rows + ") {");
        line(2, "for (j in 1:" + bound(columns) + ") {");
        line(3, name + "[i,j] ~ " + law.text());
        line(2, "}");
        line(1, "}");
        add(
                new Defined(name, law.kind(), List.of(rows, columns), law.least(), law.greatest(), false),
                make.pick(Given.NOTHING, Given.ALL, Given.ALL, Given.SOME));
    }

    /** A loop whose range depends on an outer counter. */
    private void triangle() {
        List<Counter> counters = List.of(new Counter("i", 1, 2), new Counter("j", 1, 2));
        LawMaker.Law law = laws.of(kind(), counters);
        String name = fresh("x");
        line(1, "for (i in 1:2) {");
        line(2, "for (j in 1:i) {");
        line(3, name + "[i,j] ~ " + law.text());
        line(2, "}");
        line(1, "}");
        line(1, name + "[1,2] ~ " + law.text().replaceAll("\\bi\\b", "1").replaceAll("\\bj\\b", "2"));
        add(
                new Defined(name, law.kind(), List.of(2, 2), law.least(), law.greatest(), false),
                make.pick(Given.NOTHING, Given.ALL));
    }

    private void computed() {
        Kind kind = make.pick(Kind.REAL, Kind.POSITIVE, Kind.PROBABILITY, Kind.REAL);
        String name = fresh("f");
        if (make.chance(0.5)) {
            line(1, name + " <- " + make.of(kind, List.of(), 3));
            variables.add(Defined.of(name, kind));
        } else {
            int to = 2 + make.below(2);
            line(1, "for (i in 1:" + bound(to) + ") {");
            line(2, name + "[i] <- " + make.of(kind, List.of(new Counter("i", 1, to)), 3));
            line(1, "}");
            variables.add(Defined.of(name, kind, to));
        }
    }

    private void linked() {
        int to = 2 + make.below(2);
        String link = make.pick("log", "logit", "probit", "cloglog");
        String name = fresh("f");
        line(1, "for (i in 1:" + to + ") {");
        line(2, link + "(" + name + "[i]) <- 0.5 * (" + make.of(Kind.REAL, List.of(new Counter("i", 1, to)), 2) + ")");
        line(1, "}");
        variables.add(Defined.of(name, link.equals("log") ? Kind.POSITIVE : Kind.PROBABILITY, to));
    }

    private void computedVector() {
        List<Defined> vectors = variables.stream()
                .filter(v -> v.dims().size() == 1 && v.dims().get(0) > 1)
                .toList();
        if (vectors.isEmpty()) {
            computed();
            return;
        }
        Defined vector = vectors.get(make.below(vectors.size()));
        int size = vector.dims().get(0);
        String whole = vector.name() + make.pick("", "[]", "[1:" + size + "]");
        String name = fresh("f");
        String value = switch (make.below(6)) {
            case 0 -> "sort(" + whole + ")";
            case 1 -> "rank(" + whole + ")";
            case 2 -> "order(" + whole + ")";
            case 3 -> make.pick("sin", "abs", "arctan") + "(" + whole + ") * " + make.number(-1, 1);
            case 4 -> whole + " - mean(" + whole + ")";
            default -> "rep(" + make.of(Kind.REAL, List.of(), 1) + ", " + size + ") + " + whole;
        };
        line(1, name + "[1:" + size + "] <- " + value);
        variables.add(Defined.of(name, Kind.REAL, size));
    }

    private void matrixFunction() {
        String name = fresh("f");
        List<Defined> matrices =
                variables.stream().filter(v -> v.name().startsWith("O")).toList();
        if (matrices.isEmpty()) {
            String a = make.of(Kind.POSITIVE, List.of(), 1);
            String b = make.of(Kind.PROBABILITY, List.of(), 1);
            String matrix = fresh("O");
            line(1, matrix + "[1,1] <- 1 + " + a);
            line(1, matrix + "[1,2] <- " + b);
            line(1, matrix + "[2,1] <- " + b);
            line(1, matrix + "[2,2] <- 1.5");
            variables.add(Defined.of(matrix, Kind.POSITIVE, 2, 2));
            if (make.chance(0.5)) {
                arrayNormal();
            }
            return;
        }
        String matrix = matrices.get(make.below(matrices.size())).name();
        switch (make.below(4)) {
            case 0 -> {
                line(1, name + " <- 0.3 * logdet(" + matrix + "[,])");
                variables.add(Defined.of(name, Kind.REAL));
            }
            case 1 -> {
                line(1, name + "[1:2,1:2] <- " + make.pick("inverse", "inverse.lu", "t") + "(" + matrix + "[,])");
                variables.add(Defined.of(name, Kind.REAL, 2, 2));
            }
            case 2 -> {
                line(1, name + "[1:2] <- " + matrix + " %*% c(" + make.of(Kind.REAL, List.of(), 1) + ", 0.5)");
                variables.add(Defined.of(name, Kind.REAL, 2));
            }
            default -> {
                line(1, name + "[1:2,1:2] <- mexp(-0.3 * " + matrix + "[,])");
                variables.add(Defined.of(name, Kind.REAL, 2, 2));
            }
        }
    }

    private void chain() {
        int to = 3;
        String name = fresh("x");
        List<Counter> counters = List.of(new Counter("i", 2, to));
        switch (make.below(3)) {
            case 0 -> {
                line(1, name + "[1] ~ " + laws.of(Kind.REAL, List.of()).text());
                line(1, "for (i in 2:" + to + ") {");
                line(
                        2,
                        name + "[i] ~ dnorm(0.6 * " + name + "[i-1] + " + make.of(Kind.REAL, counters, 1) + ", "
                                + make.of(Kind.POSITIVE, counters, 1) + ")");
                line(1, "}");
                add(Defined.of(name, Kind.REAL, to), given());
            }
            case 1 -> {
                line(1, name + "[1] ~ dpois(" + make.number(1, 4) + ")");
                line(1, "for (i in 2:" + to + ") {");
                line(
                        2,
                        name + "[i] ~ "
                                + make.pick(
                                        "dbin(" + make.of(Kind.PROBABILITY, counters, 1) + ", " + name + "[i-1])",
                                        "dpois(0.5 + 0.7 * " + name + "[i-1])"));
                line(1, "}");
                add(Defined.of(name, Kind.WHOLE, to), given());
            }
            default -> {
                line(1, name + "[" + to + "] ~ dgamma(2, " + make.of(Kind.POSITIVE, List.of(), 1) + ")");
                line(1, "for (i in 1:" + (to - 1) + ") {");
                line(2, name + "[i] ~ dgamma(1 + " + name + "[i+1], 1.5)");
                line(1, "}");
                add(Defined.of(name, Kind.POSITIVE, to), given());
            }
        }
    }

    /** A chain of hidden states with what is seen of them. */
    private void states() {
        String table = variables.stream()
                .filter(v -> v.simplex()
                        && v.dims().size() == 2
                        && v.dims().get(0).equals(v.dims().get(1)))
                .map(Defined::name)
                .findFirst()
                .orElse("");
        if (table.isEmpty()) {
            table = fresh("W");
            data.put(
                    table,
                    DataArray.of(
                            new int[] {2, 2}, rounded(random.doubles(4, 0.1, 1).toArray())));
            variables.add(new Defined(table, Kind.POSITIVE, List.of(2, 2), 0, 0, true));
        }
        String last = table;
        int count = variables.stream()
                .filter(v -> v.name().equals(last))
                .findFirst()
                .orElseThrow()
                .dims()
                .get(0);
        int to = 2 + make.below(2);
        String name = fresh("z");
        line(1, name + "[1] ~ dcat(" + table + "[1,])");
        line(1, "for (t in 2:" + to + ") {");
        line(2, name + "[t] ~ dcat(" + table + "[" + name + "[t-1],1:" + count + "])");
        line(1, "}");
        add(new Defined(name, Kind.WHOLE, List.of(to), 1, count, false), make.pick(Given.NOTHING, Given.SOME));
    }

    private void censored() {
        String t = fresh("t");
        String seen = fresh("c");
        int to = 2 + make.below(2);
        List<Counter> counters = List.of(new Counter("i", 1, to));
        boolean two = make.chance(0.4);
        line(1, "for (i in 1:" + to + ") {");
        line(
                2,
                t + "[i] ~ "
                        + laws.of(make.pick(Kind.REAL, Kind.POSITIVE), counters).text());
        line(2, seen + "[i] ~ dinterval(" + t + "[i], " + (two ? "c(0.3, 1.4)" : make.number(0, 1.5)) + ")");
        line(1, "}");
        variables.add(Defined.of(t, Kind.REAL, to));
        drawn.put(t, make.pick(Given.NOTHING, Given.SOME));
        drawn.put(seen, make.chance(0.85) ? Given.ALL : Given.NOTHING);
        variables.add(new Defined(seen, Kind.WHOLE, List.of(to), 0, two ? 2 : 1, false));
    }

    private void rounded() {
        String t = fresh("t");
        String seen = fresh("r");
        line(
                1,
                t + " ~ "
                        + laws.of(make.pick(Kind.REAL, Kind.POSITIVE), List.of())
                                .text());
        line(1, seen + " ~ dround(" + t + ", " + make.below(2) + ")");
        variables.add(Defined.of(t, Kind.REAL));
        drawn.put(t, Given.NOTHING);
        drawn.put(seen, make.chance(0.85) ? Given.ALL : Given.NOTHING);
    }

    private void multistate() {
        String rates = fresh("Q");
        double a = Math.rint(100 * random.nextDouble(0.1, 0.9)) / 100;
        double b = Math.rint(100 * random.nextDouble(0.1, 0.9)) / 100;
        data.put(rates, DataArray.of(new int[] {2, 2}, new double[] {-a, b, a, -b}));
        String name = fresh("z");
        line(1, "for (i in 1:2) {");
        line(
                2,
                name + "[i] ~ dmstate(" + (1 + make.below(2)) + ", "
                        + make.of(Kind.POSITIVE, List.of(new Counter("i", 1, 2)), 1) + ", " + rates + "[,])");
        line(1, "}");
        add(new Defined(name, Kind.WHOLE, List.of(2), 1, 2, false), given());
    }

    /** Counts whose size is itself a count. */
    private void counts() {
        String total = fresh("n");
        String seen = fresh("y");
        line(
                1,
                total + " ~ "
                        + make.pick(
                                "dpois(" + make.of(Kind.POSITIVE, List.of(), 1) + " + 1)",
                                "dbin(0.6, 5)",
                                "dcat(c(1, 2, 3, 1))",
                                "dnegbin(0.5, 2)"));
        line(1, "for (i in 1:2) {");
        line(
                2,
                seen + "[i] ~ "
                        + make.pick(
                                "dbin(" + make.of(Kind.PROBABILITY, List.of(), 1) + ", " + total + ")",
                                "dbetabin(1.5, 2, " + total + ")",
                                "dhyper(" + total + " + 1, 3, 2, " + make.of(Kind.POSITIVE, List.of(), 1) + ")"));
        line(1, "}");
        add(Defined.of(total, Kind.WHOLE), Given.NOTHING);
        add(Defined.of(seen, Kind.WHOLE, 2), given());
    }

    private void arrayLaw() {
        switch (make.below(7)) {
            case 0, 1 -> dirichlet();
            case 2 -> arrayNormal();
            case 3 -> {
                String name = fresh("O");
                line(
                        1,
                        name + "[1:2,1:2] ~ "
                                + make.pick(
                                        "dwish(" + matrixData() + "[,], " + make.pick("3", "4.5") + ")",
                                        "dscaled.wishart(c(1, " + make.number(0.5, 2) + "), 3)"));
                add(Defined.of(name, Kind.REAL, 2, 2), make.pick(Given.NOTHING, Given.NOTHING, Given.ALL));
                free.removeIf(element -> element.startsWith(name + "["));
            }
            case 4 -> {
                ExpressionMaker.Weights weights = make.weights(List.of());
                String name = fresh("y");
                line(
                        1,
                        name + "[1:" + weights.count() + "] ~ dmulti(" + weights.text() + ", " + (2 + make.below(4))
                                + ")");
                variables.add(Defined.of(name, Kind.WHOLE, weights.count()));
                drawn.put(name, Given.ALL);
            }
            case 5 -> {
                String name = fresh("y");
                line(1, name + "[1:3] ~ dsample(c(" + make.of(Kind.POSITIVE, List.of(), 1) + ", 1, 0.7), 2)");
                variables.add(new Defined(name, Kind.WHOLE, List.of(3), 0, 1, false));
                drawn.put(name, Given.ALL);
            }
            default -> dirichletRows();
        }
    }

    private String matrixData() {
        String name = fresh("S");
        double a = Math.rint(100 * random.nextDouble(0.7, 2)) / 100;
        double b = Math.rint(100 * random.nextDouble(-0.5, 0.5)) / 100;
        data.put(name, DataArray.of(new int[] {2, 2}, new double[] {a, b, b, 1.2}));
        return name;
    }

    private void dirichlet() {
        int size = 2 + make.below(2);
        List<String> alpha = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            alpha.add(size > 2 && k == 1 && make.chance(0.1) ? "0" : make.of(Kind.POSITIVE, List.of(), 1) + " + 0.5");
        }
        String name = fresh("p");
        line(1, name + "[1:" + size + "] ~ ddirch(c(" + String.join(", ", alpha) + "))");
        add(
                new Defined(name, Kind.PROBABILITY, List.of(size), 0, 0, true),
                make.pick(Given.NOTHING, Given.NOTHING, Given.ALL));
        free.removeIf(element -> element.startsWith(name + "["));
    }

    private void dirichletRows() {
        String name = fresh("p");
        line(1, "for (i in 1:2) {");
        line(
                2,
                name + "[i,1:2] ~ ddirch(c(1.5, " + make.of(Kind.POSITIVE, List.of(new Counter("i", 1, 2)), 1)
                        + " + 0.5))");
        line(1, "}");
        add(
                new Defined(name, Kind.PROBABILITY, List.of(2, 2), 0, 0, true),
                make.pick(Given.NOTHING, Given.NOTHING, Given.ALL));
        free.removeIf(element -> element.startsWith(name + "["));
    }

    private void arrayNormal() {
        String name = fresh("v");
        String mu = "c(" + make.of(Kind.REAL, List.of(), 1) + ", " + make.of(Kind.REAL, List.of(), 1) + ")";
        List<Defined> matrices =
                variables.stream().filter(v -> v.name().startsWith("O")).toList();
        String matrix = matrices.isEmpty() || make.chance(0.3)
                ? matrixData()
                : matrices.get(make.below(matrices.size())).name();
        line(
                1,
                name + "[1:2] ~ "
                        + make.pick(
                                "dmnorm(" + mu + ", " + matrix + "[,])",
                                "dmnorm.vcov(" + mu + ", " + matrix + "[,])",
                                "dmt(" + mu + ", " + matrix + "[1:2,1:2], 4)"));
        add(Defined.of(name, Kind.REAL, 2), make.pick(Given.NOTHING, Given.ALL));
        free.removeIf(element -> element.startsWith(name + "["));
    }

    /** Products in which one factor is zero and the other may be infinite, as in a deviance. */
    private void zeroProducts() {
        String count = fresh("h");
        String name = fresh("f");
        data.put(count, DataArray.vector(random.ints(2, 0, 4).asDoubleStream().toArray()));
        variables.add(new Defined(count, Kind.WHOLE, List.of(2), 0, 3, false));
        String of = make.chance(0.5) ? count + "[i]" : "";
        if (of.isEmpty()) {
            String drawnCount = fresh("x");
            line(1, drawnCount + " ~ dbin(" + make.of(Kind.PROBABILITY, List.of(), 1) + ", 3)");
            add(new Defined(drawnCount, Kind.WHOLE, List.of(), 0, 3, false), given());
            of = drawnCount;
        }
        line(1, "for (i in 1:2) {");
        line(2, name + "[i] <- 0.3 * (" + of + " * log(" + of + " / 3) + (3 - " + of + ") * log(1 - " + of + " / 3))");
        line(1, "}");
        variables.add(Defined.of(name, Kind.REAL, 2));
    }

    /** Sums of two arrays, element by element. */
    private void observedSums() {
        int to = 2;
        List<Counter> counters = List.of(new Counter("i", 1, to));
        LawMaker.Law first = laws.of(make.pick(Kind.WHOLE, Kind.REAL, Kind.POSITIVE), counters);
        LawMaker.Law second = laws.of(make.pick(Kind.WHOLE, Kind.REAL, Kind.POSITIVE), counters);
        String a = fresh("x");
        String b = fresh("x");
        String sum = fresh("s");
        line(1, "for (i in 1:" + to + ") {");
        line(2, a + "[i] ~ " + first.text());
        line(2, b + "[i] ~ " + second.text());
        line(2, sum + "[i] ~ dsum(" + a + "[i], " + b + "[i])");
        line(1, "}");
        variables.add(new Defined(a, first.kind(), List.of(to), first.least(), first.greatest(), false));
        variables.add(new Defined(b, second.kind(), List.of(to), second.least(), second.greatest(), false));
        drawn.put(a, Given.NOTHING);
        drawn.put(b, Given.NOTHING);
        drawn.put(sum, make.chance(0.9) ? Given.ALL : Given.NOTHING);
    }

    /** A sum of unknown elements that is observed. */
    private void observedSum() {
        List<String> summands = new ArrayList<>();
        int count = 2 + make.below(2);
        while (summands.size() < count && !free.isEmpty()) {
            // Mostly the first ones, which stand in one array.
            summands.add(free.remove(make.chance(0.6) ? 0 : make.below(free.size())));
        }
        if (summands.size() < 2) {
            computed();
            return;
        }
        String name = fresh("s");
        line(1, name + " ~ " + make.pick("dsum", "dsum", "sum") + "(" + String.join(", ", summands) + ")");
        drawn.put(name, make.chance(0.9) ? Given.ALL : Given.NOTHING);
    }
}
