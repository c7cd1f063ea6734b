package dev.tandem.validation.oracle;

import dev.tandem.language.data.DataArray;
import dev.tandem.validation.oracle.ExpressionMaker.Counter;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import dev.tandem.validation.oracle.ModelDraft.Given;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Blocks of a random model of one node or many: numbers, loops, matrices, computed nodes. */
final class PlainBlocks {
    private final ModelDraft draft;
    private final ExpressionMaker make;
    private final LawMaker laws;
    private final SplittableRandom random;

    PlainBlocks(ModelDraft draft) {
        this.draft = draft;
        make = draft.make;
        laws = draft.laws;
        random = draft.random;
    }

    void scalar() {
        LawMaker.Law law = laws.of(draft.kind(), List.of());
        String name = draft.fresh("x");
        draft.line(1, name + " ~ " + law.text());
        draft.add(new Defined(name, law.kind(), List.of(), law.least(), law.greatest(), false), draft.given());
    }

    void loop() {
        int to = 2 + make.below(2);
        List<Counter> counters = List.of(new Counter("i", 1, to));
        LawMaker.Law law = laws.of(draft.kind(), counters);
        String name = draft.fresh("x");
        if (make.chance(0.15)) {
            String order = draft.fresh("o");
            double[] values = new double[to];
            Arrays.setAll(values, k -> to - k);
            draft.data.put(order, DataArray.vector(values));
            draft.line(1, "for (i in " + order + ") {");
        } else {
            draft.line(1, "for (i in 1:" + draft.bound(to) + ") {");
        }
        if (make.chance(0.3) && law.kind() == Kind.REAL) {
            String mean = draft.fresh("m");
            draft.line(2, name + "[i] ~ dnorm(" + mean + "[i], " + make.of(Kind.POSITIVE, counters, 1) + ")");
            draft.line(2, mean + "[i] <- " + make.of(Kind.REAL, counters, 2));
            draft.variables.add(Defined.of(mean, Kind.REAL, to));
        } else {
            draft.line(2, name + "[i] ~ " + law.text());
        }
        draft.line(1, "}");
        draft.add(new Defined(name, law.kind(), List.of(to), law.least(), law.greatest(), false), draft.given());
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
        Kind first = draft.kind();
        return new Kind[] {first, make.chance(0.6) ? first : draft.kind()};
    }

    void twoLoops() {
        Kind[] kinds = twoKinds();
        int split = 1 + make.below(2);
        int to = split + 1 + make.below(2);
        LawMaker.Law first = laws.of(kinds[0], List.of(new Counter("i", 1, split)));
        LawMaker.Law second = laws.of(kinds[1], List.of(new Counter("j", split + 1, to)));
        String name = draft.fresh("x");
        draft.line(1, "for (i in 1:" + split + ") {");
        draft.line(2, name + "[i] ~ " + first.text());
        draft.line(1, "}");
        draft.line(1, "for (j in " + (split + 1) + ":" + to + ") {");
        draft.line(2, name + "[j] ~ " + second.text());
        draft.line(1, "}");
        draft.add(together(name, List.of(to), first, second), draft.given());
    }

    void separateElements() {
        Kind[] kinds = twoKinds();
        LawMaker.Law first = laws.of(kinds[0], List.of());
        LawMaker.Law second = laws.of(kinds[1], List.of());
        String name = draft.fresh("x");
        draft.line(1, name + "[1] ~ " + first.text());
        draft.line(1, name + "[2] ~ " + second.text());
        draft.add(together(name, List.of(2), first, second), draft.given());
    }

    void matrix() {
        int rows = 2;
        int columns = 2 + make.below(2);
        List<Counter> counters = List.of(new Counter("i", 1, rows), new Counter("j", 1, columns));
        LawMaker.Law law = laws.of(draft.kind(), counters);
        String name = draft.fresh("x");
        draft.line(1, "for (i in 1:" + rows + ") {");
        draft.line(2, "for (j in 1:" + draft.bound(columns) + ") {");
        draft.line(3, name + "[i,j] ~ " + law.text());
        draft.line(2, "}");
        draft.line(1, "}");
        draft.add(
                new Defined(name, law.kind(), List.of(rows, columns), law.least(), law.greatest(), false),
                make.pick(Given.NOTHING, Given.ALL, Given.ALL, Given.SOME));
    }

    /** A loop whose range depends on an outer counter. */
    void triangle() {
        List<Counter> counters = List.of(new Counter("i", 1, 2), new Counter("j", 1, 2));
        LawMaker.Law law = laws.of(draft.kind(), counters);
        String name = draft.fresh("x");
        draft.line(1, "for (i in 1:2) {");
        draft.line(2, "for (j in 1:i) {");
        draft.line(3, name + "[i,j] ~ " + law.text());
        draft.line(2, "}");
        draft.line(1, "}");
        draft.line(1, name + "[1,2] ~ " + law.text().replaceAll("\\bi\\b", "1").replaceAll("\\bj\\b", "2"));
        draft.add(
                new Defined(name, law.kind(), List.of(2, 2), law.least(), law.greatest(), false),
                make.pick(Given.NOTHING, Given.ALL));
    }

    void computed() {
        Kind kind = make.pick(Kind.REAL, Kind.POSITIVE, Kind.PROBABILITY, Kind.REAL);
        String name = draft.fresh("f");
        if (make.chance(0.5)) {
            draft.line(1, name + " <- " + make.of(kind, List.of(), 3));
            draft.variables.add(Defined.of(name, kind));
        } else {
            int to = 2 + make.below(2);
            draft.line(1, "for (i in 1:" + draft.bound(to) + ") {");
            draft.line(2, name + "[i] <- " + make.of(kind, List.of(new Counter("i", 1, to)), 3));
            draft.line(1, "}");
            draft.variables.add(Defined.of(name, kind, to));
        }
    }

    void linked() {
        int to = 2 + make.below(2);
        String link = make.pick("log", "logit", "probit", "cloglog");
        String name = draft.fresh("f");
        draft.line(1, "for (i in 1:" + to + ") {");
        draft.line(
                2,
                link + "(" + name + "[i]) <- 0.5 * (" + make.of(Kind.REAL, List.of(new Counter("i", 1, to)), 2) + ")");
        draft.line(1, "}");
        draft.variables.add(Defined.of(name, link.equals("log") ? Kind.POSITIVE : Kind.PROBABILITY, to));
    }

    void computedVector() {
        List<Defined> vectors = draft.variables.stream()
                .filter(v -> v.dims().size() == 1 && v.dims().get(0) > 1)
                .toList();
        if (vectors.isEmpty()) {
            computed();
            return;
        }
        Defined vector = vectors.get(make.below(vectors.size()));
        int size = vector.dims().get(0);
        String whole = vector.name() + make.pick("", "[]", "[1:" + size + "]");
        String name = draft.fresh("f");
        String value = switch (make.below(6)) {
            case 0 -> "sort(" + whole + ")";
            case 1 -> "rank(" + whole + ")";
            case 2 -> "order(" + whole + ")";
            case 3 -> make.pick("sin", "abs", "arctan") + "(" + whole + ") * " + make.number(-1, 1);
            case 4 -> whole + " - mean(" + whole + ")";
            default -> "rep(" + make.of(Kind.REAL, List.of(), 1) + ", " + size + ") + " + whole;
        };
        draft.line(1, name + "[1:" + size + "] <- " + value);
        draft.variables.add(Defined.of(name, Kind.REAL, size));
    }

    /** Products in which one factor is zero and the other may be infinite, as in a deviance. */
    void zeroProducts() {
        String count = draft.fresh("h");
        String name = draft.fresh("f");
        draft.data.put(
                count, DataArray.vector(random.ints(2, 0, 4).asDoubleStream().toArray()));
        draft.variables.add(new Defined(count, Kind.WHOLE, List.of(2), 0, 3, false));
        String of = make.chance(0.5) ? count + "[i]" : "";
        if (of.isEmpty()) {
            String drawnCount = draft.fresh("x");
            draft.line(1, drawnCount + " ~ dbin(" + make.of(Kind.PROBABILITY, List.of(), 1) + ", 3)");
            draft.add(new Defined(drawnCount, Kind.WHOLE, List.of(), 0, 3, false), draft.given());
            of = drawnCount;
        }
        draft.line(1, "for (i in 1:2) {");
        draft.line(
                2,
                name + "[i] <- 0.3 * (" + of + " * log(" + of + " / 3) + (3 - " + of + ") * log(1 - " + of + " / 3))");
        draft.line(1, "}");
        draft.variables.add(Defined.of(name, Kind.REAL, 2));
    }

    /** Functions of the first or last elements of a vector, as many as the counter says. */
    void parts() {
        List<Defined> vectors = draft.variables.stream()
                .filter(v -> v.dims().size() == 1 && v.dims().get(0) > 1)
                .toList();
        if (vectors.isEmpty()) {
            computed();
            return;
        }
        Defined of = vectors.get(make.below(vectors.size()));
        int size = of.dims().get(0);
        Defined other = vectors.stream()
                .filter(v -> v.dims().get(0) == size && !v.equals(of))
                .findFirst()
                .orElse(of);
        String name = draft.fresh("f");
        String part = make.pick("1:i", "i:" + size, "1:(" + (size + 1) + "-i)");
        String value = make.pick(
                "prod(" + of.name() + "[" + part + "])",
                "inprod(" + of.name() + "[" + part + "], " + other.name() + "[" + part + "])",
                "sum(" + of.name() + "[" + part + "])",
                "mean(" + of.name() + "[" + part + "])",
                "1 - prod(1 - 0.3 * " + of.name() + "[" + part + "])");
        draft.line(1, "for (i in 1:" + draft.bound(size) + ") {");
        draft.line(2, name + "[i] <- 0.2 * " + value);
        draft.line(1, "}");
        draft.variables.add(Defined.of(name, Kind.REAL, size));
    }
}
