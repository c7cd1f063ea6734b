package dev.tandem.validation.oracle;

import dev.tandem.language.data.DataArray;
import dev.tandem.validation.oracle.ExpressionMaker.Counter;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import dev.tandem.validation.oracle.ModelDraft.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Blocks of a random model in which something is hidden behind what is seen: chains, censoring, counts, sums. */
final class HiddenBlocks {
    private final ModelDraft draft;
    private final PlainBlocks plain;
    private final ExpressionMaker make;
    private final LawMaker laws;
    private final SplittableRandom random;

    HiddenBlocks(ModelDraft draft) {
        this.draft = draft;
        make = draft.make;
        plain = new PlainBlocks(draft);
        laws = draft.laws;
        random = draft.random;
    }

    void chain() {
        int to = 3;
        String name = draft.fresh("x");
        List<Counter> counters = List.of(new Counter("i", 2, to));
        switch (make.below(3)) {
            case 0 -> {
                draft.line(1, name + "[1] ~ " + laws.of(Kind.REAL, List.of()).text());
                draft.line(1, "for (i in 2:" + to + ") {");
                draft.line(
                        2,
                        name + "[i] ~ dnorm(0.6 * " + name + "[i-1] + " + make.of(Kind.REAL, counters, 1) + ", "
                                + make.of(Kind.POSITIVE, counters, 1) + ")");
                draft.line(1, "}");
                draft.add(Defined.of(name, Kind.REAL, to), draft.given());
            }
            case 1 -> {
                draft.line(1, name + "[1] ~ dpois(" + make.number(1, 4) + ")");
                draft.line(1, "for (i in 2:" + to + ") {");
                draft.line(
                        2,
                        name + "[i] ~ "
                                + make.pick(
                                        "dbin(" + make.of(Kind.PROBABILITY, counters, 1) + ", " + name + "[i-1])",
                                        "dpois(0.5 + 0.7 * " + name + "[i-1])"));
                draft.line(1, "}");
                draft.add(Defined.of(name, Kind.WHOLE, to), draft.given());
            }
            default -> {
                draft.line(1, name + "[" + to + "] ~ dgamma(2, " + make.of(Kind.POSITIVE, List.of(), 1) + ")");
                draft.line(1, "for (i in 1:" + (to - 1) + ") {");
                draft.line(2, name + "[i] ~ dgamma(1 + " + name + "[i+1], 1.5)");
                draft.line(1, "}");
                draft.add(Defined.of(name, Kind.POSITIVE, to), draft.given());
            }
        }
    }

    /** A chain of hidden states with what is seen of them. */
    void states() {
        String table = draft.variables.stream()
                .filter(v -> v.simplex()
                        && v.dims().size() == 2
                        && v.dims().get(0).equals(v.dims().get(1)))
                .map(Defined::name)
                .findFirst()
                .orElse("");
        if (table.isEmpty()) {
            table = draft.fresh("W");
            draft.data.put(
                    table,
                    DataArray.of(
                            new int[] {2, 2},
                            ModelDraft.rounded(random.doubles(4, 0.1, 1).toArray())));
            draft.variables.add(new Defined(table, Kind.POSITIVE, List.of(2, 2), 0, 0, true));
        }
        String last = table;
        int count = draft.variables.stream()
                .filter(v -> v.name().equals(last))
                .findFirst()
                .orElseThrow()
                .dims()
                .get(0);
        int to = 2 + make.below(2);
        String name = draft.fresh("z");
        draft.line(1, name + "[1] ~ dcat(" + table + "[1,])");
        draft.line(1, "for (t in 2:" + to + ") {");
        draft.line(2, name + "[t] ~ dcat(" + table + "[" + name + "[t-1],1:" + count + "])");
        draft.line(1, "}");
        draft.add(new Defined(name, Kind.WHOLE, List.of(to), 1, count, false), make.pick(Given.NOTHING, Given.SOME));
    }

    void censored() {
        String t = draft.fresh("t");
        String seen = draft.fresh("c");
        int to = 2 + make.below(2);
        List<Counter> counters = List.of(new Counter("i", 1, to));
        boolean two = make.chance(0.4);
        draft.line(1, "for (i in 1:" + to + ") {");
        draft.line(
                2,
                t + "[i] ~ "
                        + laws.of(make.pick(Kind.REAL, Kind.POSITIVE), counters).text());
        draft.line(2, seen + "[i] ~ dinterval(" + t + "[i], " + (two ? "c(0.3, 1.4)" : make.number(0, 1.5)) + ")");
        draft.line(1, "}");
        draft.variables.add(Defined.of(t, Kind.REAL, to));
        draft.drawn.put(t, make.pick(Given.NOTHING, Given.SOME));
        draft.drawn.put(seen, make.chance(0.85) ? Given.ALL : Given.NOTHING);
        draft.variables.add(new Defined(seen, Kind.WHOLE, List.of(to), 0, two ? 2 : 1, false));
    }

    void rounded() {
        String t = draft.fresh("t");
        String seen = draft.fresh("r");
        draft.line(
                1,
                t + " ~ "
                        + laws.of(make.pick(Kind.REAL, Kind.POSITIVE), List.of())
                                .text());
        draft.line(1, seen + " ~ dround(" + t + ", " + make.below(2) + ")");
        draft.variables.add(Defined.of(t, Kind.REAL));
        draft.drawn.put(t, Given.NOTHING);
        draft.drawn.put(seen, make.chance(0.85) ? Given.ALL : Given.NOTHING);
    }

    void multistate() {
        String rates = draft.fresh("Q");
        double a = Math.rint(100 * random.nextDouble(0.1, 0.9)) / 100;
        double b = Math.rint(100 * random.nextDouble(0.1, 0.9)) / 100;
        draft.data.put(rates, DataArray.of(new int[] {2, 2}, new double[] {-a, b, a, -b}));
        String name = draft.fresh("z");
        draft.line(1, "for (i in 1:2) {");
        draft.line(
                2,
                name + "[i] ~ dmstate(" + (1 + make.below(2)) + ", "
                        + make.of(Kind.POSITIVE, List.of(new Counter("i", 1, 2)), 1) + ", " + rates + "[,])");
        draft.line(1, "}");
        draft.add(new Defined(name, Kind.WHOLE, List.of(2), 1, 2, false), draft.given());
    }

    /** Counts whose size is itself a count. */
    void counts() {
        String total = draft.fresh("n");
        String seen = draft.fresh("y");
        draft.line(
                1,
                total + " ~ "
                        + make.pick(
                                "dpois(" + make.of(Kind.POSITIVE, List.of(), 1) + " + 1)",
                                "dbin(0.6, 5)",
                                "dcat(c(1, 2, 3, 1))",
                                "dnegbin(0.5, 2)"));
        draft.line(1, "for (i in 1:2) {");
        draft.line(
                2,
                seen + "[i] ~ "
                        + make.pick(
                                "dbin(" + make.of(Kind.PROBABILITY, List.of(), 1) + ", " + total + ")",
                                "dbetabin(1.5, 2, " + total + ")",
                                "dhyper(" + total + " + 1, 3, 2, " + make.of(Kind.POSITIVE, List.of(), 1) + ")"));
        draft.line(1, "}");
        draft.add(Defined.of(total, Kind.WHOLE), Given.NOTHING);
        draft.add(Defined.of(seen, Kind.WHOLE, 2), draft.given());
    }

    /** Sums of two arrays, element by element. */
    void observedSums() {
        int to = 2;
        List<Counter> counters = List.of(new Counter("i", 1, to));
        LawMaker.Law first = laws.of(make.pick(Kind.WHOLE, Kind.REAL, Kind.POSITIVE), counters);
        LawMaker.Law second = laws.of(make.pick(Kind.WHOLE, Kind.REAL, Kind.POSITIVE), counters);
        String a = draft.fresh("x");
        String b = draft.fresh("x");
        String sum = draft.fresh("s");
        draft.line(1, "for (i in 1:" + to + ") {");
        draft.line(2, a + "[i] ~ " + first.text());
        draft.line(2, b + "[i] ~ " + second.text());
        draft.line(2, sum + "[i] ~ dsum(" + a + "[i], " + b + "[i])");
        draft.line(1, "}");
        draft.variables.add(new Defined(a, first.kind(), List.of(to), first.least(), first.greatest(), false));
        draft.variables.add(new Defined(b, second.kind(), List.of(to), second.least(), second.greatest(), false));
        draft.drawn.put(a, Given.NOTHING);
        draft.drawn.put(b, Given.NOTHING);
        draft.drawn.put(sum, make.chance(0.9) ? Given.ALL : Given.NOTHING);
    }

    /** A sum of unknown elements that is observed. */
    void observedSum() {
        List<String> summands = new ArrayList<>();
        int count = 2 + make.below(2);
        while (summands.size() < count && !draft.free.isEmpty()) {
            // Mostly the first ones, which stand in one array.
            summands.add(draft.free.remove(make.chance(0.6) ? 0 : make.below(draft.free.size())));
        }
        if (summands.size() < 2) {
            plain.computed();
            return;
        }
        String name = draft.fresh("s");
        draft.line(1, name + " ~ " + make.pick("dsum", "dsum", "sum") + "(" + String.join(", ", summands) + ")");
        draft.drawn.put(name, make.chance(0.9) ? Given.ALL : Given.NOTHING);
    }

    /** Counts without an upper end, known by what was seen of them alone: what is summed as a series. */
    void endlessCounts() {
        String total = draft.fresh("n");
        String seen = draft.fresh("y");
        List<Counter> counters = List.of(new Counter("i", 1, 2));
        String mean = make.of(Kind.POSITIVE, counters, 1);
        String law = make.pick(
                "dpois(" + mean + " + 0.5)",
                "dpois(" + mean + " + 0.5)",
                "dpois(" + mean + " + 0.5) T(1,)",
                "dnegbin(0.5, " + mean + " + 0.3)",
                "dnegbin(" + make.of(Kind.PROBABILITY, counters, 1) + " * 0.6 + 0.3, 2)",
                "dbin(" + make.of(Kind.PROBABILITY, counters, 1) + ", 6)",
                "dpois(" + total + "0[i] * (" + mean + " + 1))");
        draft.line(1, "for (i in 1:2) {");
        if (law.contains(total + "0")) {
            draft.line(2, total + "0[i] ~ dbern(" + make.of(Kind.PROBABILITY, counters, 1) + ")");
            draft.add(new Defined(total + "0", Kind.WHOLE, List.of(2), 0, 1, false), Given.NOTHING);
        }
        draft.line(2, total + "[i] ~ " + law);
        draft.line(2, "for (j in 1:2) {");
        draft.line(
                3,
                seen + "[i,j] ~ "
                        + make.pick(
                                "dbin(" + make.of(Kind.PROBABILITY, counters, 1) + ", " + total + "[i])",
                                "dpois(" + make.of(Kind.POSITIVE, counters, 1) + " * " + total + "[i])"));
        draft.line(2, "}");
        draft.line(1, "}");
        draft.add(Defined.of(total, Kind.WHOLE, 2), Given.NOTHING);
        draft.add(Defined.of(seen, Kind.WHOLE, 2, 2), make.pick(Given.ALL, Given.ALL, Given.SOME));
    }

    /** Sums in loops inside loops, of which several share a summand, or of three. */
    void sharedSums() {
        List<Counter> counters = List.of(new Counter("i", 1, 2));
        Kind kind = make.pick(Kind.WHOLE, Kind.WHOLE, Kind.REAL);
        LawMaker.Law first = laws.of(kind, counters);
        LawMaker.Law second = laws.of(kind, List.of(new Counter("i", 1, 2), new Counter("j", 1, 2)));
        String a = draft.fresh("x");
        String b = draft.fresh("x");
        String sum = draft.fresh("s");
        boolean three = make.chance(0.5);
        draft.line(1, "for (i in 1:2) {");
        draft.line(2, a + "[i] ~ " + first.text());
        draft.line(2, "for (j in 1:2) {");
        draft.line(3, b + "[i,j] ~ " + second.text());
        if (!three) {
            draft.line(3, sum + "[i,j] ~ dsum(" + a + "[i], " + b + "[i,j])");
        }
        draft.line(2, "}");
        if (three) {
            draft.line(2, sum + "[i] ~ dsum(" + a + "[i], " + b + "[i,1], " + b + "[i,2])");
        }
        draft.line(1, "}");
        draft.variables.add(new Defined(a, first.kind(), List.of(2), first.least(), first.greatest(), false));
        draft.variables.add(new Defined(b, second.kind(), List.of(2, 2), second.least(), second.greatest(), false));
        draft.drawn.put(a, Given.NOTHING);
        draft.drawn.put(b, Given.NOTHING);
        draft.drawn.put(sum, Given.ALL);
    }
}
