package dev.tandem.validation.oracle;

import dev.tandem.language.data.DataArray;
import dev.tandem.validation.oracle.ExpressionMaker.Counter;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import dev.tandem.validation.oracle.ModelDraft.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Blocks of a random model that define whole arrays at once: distributions of arrays and functions of matrices. */
final class ArrayBlocks {
    private final ModelDraft draft;
    private final ExpressionMaker make;
    private final SplittableRandom random;

    ArrayBlocks(ModelDraft draft) {
        this.draft = draft;
        make = draft.make;
        random = draft.random;
    }

    void matrixFunction() {
        String name = draft.fresh("f");
        List<Defined> matrices =
                draft.variables.stream().filter(v -> v.name().startsWith("O")).toList();
        if (matrices.isEmpty()) {
            String a = make.of(Kind.POSITIVE, List.of(), 1);
            String b = make.of(Kind.PROBABILITY, List.of(), 1);
            String matrix = draft.fresh("O");
            draft.line(1, matrix + "[1,1] <- 1 + " + a);
            draft.line(1, matrix + "[1,2] <- " + b);
            draft.line(1, matrix + "[2,1] <- " + b);
            draft.line(1, matrix + "[2,2] <- 1.5");
            draft.variables.add(Defined.of(matrix, Kind.POSITIVE, 2, 2));
            if (make.chance(0.5)) {
                arrayNormal();
            }
            return;
        }
        String matrix = matrices.get(make.below(matrices.size())).name();
        switch (make.below(4)) {
            case 0 -> {
                draft.line(1, name + " <- 0.3 * logdet(" + matrix + "[,])");
                draft.variables.add(Defined.of(name, Kind.REAL));
            }
            case 1 -> {
                draft.line(1, name + "[1:2,1:2] <- " + make.pick("inverse", "inverse.lu", "t") + "(" + matrix + "[,])");
                draft.variables.add(Defined.of(name, Kind.REAL, 2, 2));
            }
            case 2 -> {
                draft.line(1, name + "[1:2] <- " + matrix + " %*% c(" + make.of(Kind.REAL, List.of(), 1) + ", 0.5)");
                draft.variables.add(Defined.of(name, Kind.REAL, 2));
            }
            default -> {
                draft.line(1, name + "[1:2,1:2] <- mexp(-0.3 * " + matrix + "[,])");
                draft.variables.add(Defined.of(name, Kind.REAL, 2, 2));
            }
        }
    }

    void arrayDistribution() {
        switch (make.below(7)) {
            case 0, 1 -> dirichlet();
            case 2 -> arrayNormal();
            case 3 -> {
                String name = draft.fresh("O");
                draft.line(
                        1,
                        name + "[1:2,1:2] ~ "
                                + make.pick(
                                        "dwish(" + matrixData() + "[,], " + make.pick("3", "4.5") + ")",
                                        "dscaled.wishart(c(1, " + make.number(0.5, 2) + "), 3)"));
                draft.add(Defined.of(name, Kind.REAL, 2, 2), make.pick(Given.NOTHING, Given.NOTHING, Given.ALL));
                draft.free.removeIf(element -> element.startsWith(name + "["));
            }
            case 4 -> {
                ExpressionMaker.Weights weights = make.weights(List.of());
                String name = draft.fresh("y");
                draft.line(
                        1,
                        name + "[1:" + weights.count() + "] ~ dmulti(" + weights.text() + ", " + (2 + make.below(4))
                                + ")");
                draft.variables.add(Defined.of(name, Kind.WHOLE, weights.count()));
                draft.drawn.put(name, Given.ALL);
            }
            case 5 -> {
                String name = draft.fresh("y");
                draft.line(1, name + "[1:3] ~ dsample(c(" + make.of(Kind.POSITIVE, List.of(), 1) + ", 1, 0.7), 2)");
                draft.variables.add(new Defined(name, Kind.WHOLE, List.of(3), 0, 1, false));
                draft.drawn.put(name, Given.ALL);
            }
            default -> dirichletRows();
        }
    }

    private String matrixData() {
        String name = draft.fresh("S");
        double a = Math.rint(100 * random.nextDouble(0.7, 2)) / 100;
        double b = Math.rint(100 * random.nextDouble(-0.5, 0.5)) / 100;
        draft.data.put(name, DataArray.of(new int[] {2, 2}, new double[] {a, b, b, 1.2}));
        return name;
    }

    void dirichlet() {
        int size = 2 + make.below(2);
        List<String> alpha = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            alpha.add(size > 2 && k == 1 && make.chance(0.1) ? "0" : make.of(Kind.POSITIVE, List.of(), 1) + " + 0.5");
        }
        String name = draft.fresh("p");
        draft.line(1, name + "[1:" + size + "] ~ ddirch(c(" + String.join(", ", alpha) + "))");
        draft.add(
                new Defined(name, Kind.PROBABILITY, List.of(size), 0, 0, true),
                make.pick(Given.NOTHING, Given.NOTHING, Given.ALL));
        draft.free.removeIf(element -> element.startsWith(name + "["));
    }

    void dirichletRows() {
        String name = draft.fresh("p");
        draft.line(1, "for (i in 1:2) {");
        draft.line(
                2,
                name + "[i,1:2] ~ ddirch(c(1.5, " + make.of(Kind.POSITIVE, List.of(new Counter("i", 1, 2)), 1)
                        + " + 0.5))");
        draft.line(1, "}");
        draft.add(
                new Defined(name, Kind.PROBABILITY, List.of(2, 2), 0, 0, true),
                make.pick(Given.NOTHING, Given.NOTHING, Given.ALL));
        draft.free.removeIf(element -> element.startsWith(name + "["));
    }

    void arrayNormal() {
        String name = draft.fresh("v");
        String mu = "c(" + make.of(Kind.REAL, List.of(), 1) + ", " + make.of(Kind.REAL, List.of(), 1) + ")";
        List<Defined> matrices =
                draft.variables.stream().filter(v -> v.name().startsWith("O")).toList();
        String matrix = matrices.isEmpty() || make.chance(0.3)
                ? matrixData()
                : matrices.get(make.below(matrices.size())).name();
        draft.line(
                1,
                name + "[1:2] ~ "
                        + make.pick(
                                "dmnorm(" + mu + ", " + matrix + "[,])",
                                "dmnorm.vcov(" + mu + ", " + matrix + "[,])",
                                "dmt(" + mu + ", " + matrix + "[1:2,1:2], 4)"));
        draft.add(Defined.of(name, Kind.REAL, 2), make.pick(Given.NOTHING, Given.ALL));
        draft.free.removeIf(element -> element.startsWith(name + "["));
    }
}
