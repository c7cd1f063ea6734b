package dev.tandem.validation.oracle;

import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import dev.tandem.validation.oracle.ModelDraft.Given;
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

    private final ModelDraft draft;
    private final ExpressionMaker make;
    private final PlainBlocks plain;
    private final HiddenBlocks hidden;
    private final ArrayBlocks arrays;

    private ModelGenerator(SplittableRandom random) {
        draft = new ModelDraft(random);
        make = draft.make;
        plain = new PlainBlocks(draft);
        hidden = new HiddenBlocks(draft);
        arrays = new ArrayBlocks(draft);
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
        if (draft.drawn.containsValue(Given.NOTHING) && make.chance(0.25)) {
            hidden.observedSum();
        }
        String model = draft.text();
        try {
            return withData(name, model);
        } catch (OracleException unfit) {
            // An index that left its array, or a shape that does not fit: another attempt.
            return Optional.empty();
        }
    }

    private Optional<ModelCase> withData(String name, String model) {
        Oracle oracle = Oracle.of(Model.of(model), draft.data);
        oracle.drawForward(draft.random.split());
        Map<String, DataArray> values = oracle.values();
        for (DataArray array : values.values()) {
            for (double value : array.toArray()) {
                if (!(Math.abs(value) < LARGEST)) {
                    return Optional.empty();
                }
            }
        }
        Map<String, DataArray> given = new LinkedHashMap<>(draft.data);
        draft.drawn.forEach((variable, how) -> {
            double[] all = values.get(variable).toArray();
            for (int i = 0; how == Given.SOME && i < all.length; i++) {
                all[i] = draft.random.nextInt(3) == 0 ? Double.NaN : all[i];
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

    private void givenData() {
        if (make.chance(0.6)) {
            give(draft.fresh("d"), Kind.REAL, -1.5, 1.5, 2 + make.below(2));
        }
        if (make.chance(0.3)) {
            give(draft.fresh("e"), Kind.POSITIVE, 0.4, 2.5, 2 + make.below(3));
        }
        if (make.chance(0.25)) {
            // Rows of weights, for chains of states and mixtures.
            int states = 2 + make.below(2);
            String name = draft.fresh("W");
            double[] values =
                    draft.random.doubles((long) states * states, 0.1, 1).toArray();
            draft.data.put(name, DataArray.of(new int[] {states, states}, ModelDraft.rounded(values)));
            draft.variables.add(new Defined(name, Kind.POSITIVE, List.of(states, states), 0, 0, true));
        }
        if (make.chance(0.2)) {
            String name = draft.fresh("g");
            int size = 2 + make.below(2);
            draft.data.put(
                    name,
                    DataArray.vector(
                            draft.random.ints(size, 1, 3).asDoubleStream().toArray()));
            draft.variables.add(new Defined(name, Kind.WHOLE, List.of(size), 1, 2, false));
        }
    }

    private void give(String name, Kind kind, double from, double to, int size) {
        draft.data.put(
                name,
                DataArray.vector(
                        ModelDraft.rounded(draft.random.doubles(size, from, to).toArray())));
        draft.variables.add(Defined.of(name, kind, size));
    }

    private void block(boolean first) {
        switch (first ? make.below(8) : make.below(29)) {
            case 0, 1 -> plain.scalar();
            case 2, 3 -> plain.loop();
            case 4 -> plain.twoLoops();
            case 5 -> plain.separateElements();
            case 6 -> plain.matrix();
            case 7 -> arrays.arrayDistribution();
            case 8, 9, 10 -> plain.computed();
            case 11 -> plain.linked();
            case 12 -> plain.computedVector();
            case 13 -> hidden.chain();
            case 14 -> hidden.states();
            case 15 -> hidden.censored();
            case 16 -> hidden.rounded();
            case 17 -> hidden.multistate();
            case 18 -> hidden.observedSum();
            case 19 -> plain.triangle();
            case 20 -> hidden.counts();
            case 21 -> plain.loop();
            case 22 -> plain.zeroProducts();
            case 23 -> hidden.observedSums();
            case 24 -> arrays.matrixFunction();
            case 25, 26 -> hidden.endlessCounts();
            case 27 -> plain.parts();
            default -> hidden.sharedSums();
        }
    }
}
