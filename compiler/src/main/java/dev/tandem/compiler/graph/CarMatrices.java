package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Frame;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.language.Model;
import dev.tandem.language.Neighbourhood;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the matrices of conditional autoregressions from their neighbours.
 *
 * <p>An intrinsic law has the precision tau Q with Q = D - W, of which each connected part of the map leaves one direction without a
 * density, that in which all of its areas move together. Along the other eigenvectors the law is a product of normal laws;
 * their sum over each part is zero by itself. An area without neighbours is a part of its own, and zero.
 *
 * <p>A proper law has the precision tau M^-1 (I - gamma C). With A = M^-1/2 C M^1/2, which is symmetric, it is a product of normal laws
 * along M^1/2 times the eigenvectors of A, with precisions tau (1 - gamma lambda).
 */
final class CarMatrices {
    private static final int MOST_AREAS = 1_500;
    private static final double NEGLIGIBLE = 1e-9;
    private static final double SAME = 1e-8;

    private final Neighbourhood neighbourhood;
    private final Evaluator evaluator = new Evaluator();
    private final Frame frame;

    private CarMatrices(Neighbourhood neighbourhood, DataSet data) {
        this.neighbourhood = neighbourhood;
        frame = Frame.of(data);
    }

    /**
     * The data with these matrices.
     *
     * @throws SourceException where neighbours are not known, or do not fit together
     */
    static DataSet complete(Model model, DataSet data) {
        if (model.neighbourhoods().isEmpty()) {
            return data;
        }
        Map<String, DataArray> made = new LinkedHashMap<>();
        DataSet known = ComputedData.complete(model, data);
        for (Neighbourhood neighbourhood : model.neighbourhoods()) {
            try {
                new CarMatrices(neighbourhood, known).make(made);
            } catch (EvaluationException e) {
                throw new SourceException(List.of(e.in(model.source())));
            }
        }
        return data.with(made);
    }

    private void make(Map<String, DataArray> made) {
        double[] counts = evaluator.evaluate(neighbourhood.counts(), frame).toArray();
        double[] neighbours =
                evaluator.evaluate(neighbourhood.neighbours(), frame).toArray();
        double[] weights = evaluator.evaluate(neighbourhood.weights(), frame).toArray();
        double[] variances =
                evaluator.evaluate(neighbourhood.variances(), frame).toArray();
        int areas = counts.length;
        if (areas > MOST_AREAS) {
            throw wrong(
                    neighbourhood.counts(),
                    areas + " areas are more than " + MOST_AREAS,
                    "the matrices are dense here");
        }
        int own = evaluator.integer(neighbourhood.to(), frame) - evaluator.integer(neighbourhood.from(), frame) + 1;
        if (own != areas) {
            throw new EvaluationException(
                    neighbourhood.span(),
                    neighbourhood.node() + " has " + own + " areas here, and neighbours are given for " + areas,
                    "the numbers of neighbours must be as many as areas");
        }
        double total = Arrays.stream(counts).sum();
        if (neighbours.length != total || weights.length != neighbours.length || variances.length != areas) {
            throw wrong(
                    neighbourhood.neighbours(),
                    "there are " + neighbours.length + " neighbours and " + weights.length
                            + " weights, and the numbers of neighbours add up to " + Numbers.show(total),
                    "each area has as many neighbours in a row as its number says");
        }
        double[][] w = new double[areas][areas];
        int next = 0;
        for (int i = 0; i < areas; i++) {
            for (int k = 0; k < counts[i]; k++, next++) {
                double j = neighbours[next];
                if (!(j >= 1 && j <= areas && j == Math.rint(j)) || j == i + 1) {
                    throw wrong(
                            neighbourhood.neighbours(),
                            "area " + (i + 1) + " has the neighbour " + Numbers.show(j) + ", and there are areas 1 to "
                                    + areas + " beside itself",
                            "neighbours are numbered from 1");
                }
                w[i][(int) j - 1] += weights[next];
            }
        }
        if (neighbourhood.kind() == Neighbourhood.Kind.ABSOLUTE) {
            refuseAsymmetric(w, w);
            AreaTree.of(w, neighbourhood)
                    .orElseThrow(() -> wrong(
                            neighbourhood.neighbours(), "no area has a neighbour", "is the list of neighbours empty?"))
                    .put(made);
            return;
        }
        boolean proper = neighbourhood.kind() != Neighbourhood.Kind.INTRINSIC;
        double[][] symmetric = proper ? scaled(w, variances) : laplacian(w);
        refuseAsymmetric(symmetric, w);
        Eigenvectors eigen = Eigenvectors.of(symmetric);
        if (neighbourhood.kind() == Neighbourhood.Kind.BOUNDS) {
            bounds(eigen, areas, made);
            return;
        }
        double largest = 0;
        for (int k = 0; k < areas; k++) {
            largest = Math.max(largest, Math.abs(eigen.value(k)));
        }
        int[] kept = new int[areas];
        int size = 0;
        for (int k = 0; k < areas; k++) {
            if (proper || eigen.value(k) > NEGLIGIBLE * largest) {
                kept[size++] = k;
            }
        }
        if (size == 0) {
            throw wrong(neighbourhood.neighbours(), "no area has a neighbour", "is the list of neighbours empty?");
        }
        double[] scale = new double[size];
        double[] basis = new double[areas * size];
        for (int k = 0; k < size; k++) {
            scale[k] = eigen.value(kept[k]);
            for (int i = 0; i < areas; i++) {
                basis[k * areas + i] = eigen.element(kept[k], i) * (proper ? Math.sqrt(variances[i]) : 1);
            }
        }
        made.put(neighbourhood.basis(), DataArray.of(new int[] {areas, size}, basis));
        made.put(neighbourhood.scale(), DataArray.of(new int[] {size}, scale));
    }

    /** The dependence may lie between the inverse of the smallest eigenvalue and that of the largest. */
    private void bounds(Eigenvectors eigen, int areas, Map<String, DataArray> made) {
        double smallest = 0;
        double largest = 0;
        for (int k = 0; k < areas; k++) {
            smallest = Math.min(smallest, eigen.value(k));
            largest = Math.max(largest, eigen.value(k));
        }
        if (largest == 0) {
            throw wrong(neighbourhood.neighbours(), "no area has a neighbour", "is the list of neighbours empty?");
        }
        made.put(neighbourhood.basis(), DataArray.of(new int[] {1}, new double[] {1 / smallest}));
        made.put(neighbourhood.scale(), DataArray.of(new int[] {1}, new double[] {1 / largest}));
    }

    private static double[][] laplacian(double[][] w) {
        double[][] q = new double[w.length][w.length];
        for (int i = 0; i < w.length; i++) {
            for (int j = 0; j < w.length; j++) {
                q[i][j] -= w[i][j];
                q[i][i] += w[i][j];
            }
        }
        return q;
    }

    private double[][] scaled(double[][] c, double[] variances) {
        double[][] a = new double[c.length][c.length];
        for (int i = 0; i < c.length; i++) {
            if (!(variances[i] > 0)) {
                throw wrong(
                        neighbourhood.variances(),
                        "the conditional variance of area " + (i + 1) + " must be positive, not "
                                + Numbers.show(variances[i]),
                        "");
            }
            for (int j = 0; j < c.length; j++) {
                a[i][j] = c[i][j] * Math.sqrt(variances[j] / variances[i]);
            }
        }
        return a;
    }

    private void refuseAsymmetric(double[][] symmetric, double[][] w) {
        for (int i = 0; i < symmetric.length; i++) {
            for (int j = 0; j < i; j++) {
                double difference = Math.abs(symmetric[i][j] - symmetric[j][i]);
                if (!(difference <= SAME * (Math.abs(symmetric[i][j]) + Math.abs(symmetric[j][i])))) {
                    boolean oneSided = w[i][j] == 0 || w[j][i] == 0;
                    int from = w[i][j] == 0 ? j : i;
                    int to = w[i][j] == 0 ? i : j;
                    throw wrong(
                            neighbourhood.neighbours(),
                            oneSided
                                    ? "area " + (from + 1) + " has the neighbour " + (to + 1) + ", but " + (to + 1)
                                            + " does not have " + (from + 1)
                                    : "the weights between areas " + (j + 1) + " and " + (i + 1)
                                            + " do not fit together",
                            neighbourhood.kind() == Neighbourhood.Kind.PROPER
                                            || neighbourhood.kind() == Neighbourhood.Kind.BOUNDS
                                    ? "C[i,j] * M[j] and C[j,i] * M[i] must be equal"
                                    : "weights must be the same both ways");
                }
            }
        }
    }

    private static EvaluationException wrong(Expression expression, String message, String hint) {
        SourceSpan span = expression.span();
        return new EvaluationException(span, message, hint.isEmpty() ? "look at the data" : hint);
    }
}
