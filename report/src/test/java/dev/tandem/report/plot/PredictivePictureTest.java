package dev.tandem.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.report.Samples;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Data against predictions, where the answers are known. */
class PredictivePictureTest {
    private static final int REPLICATES = 500;

    private static double[][] normals(int count, double mean, double sd, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] data = new double[REPLICATES][count];
        for (double[] row : data) {
            Arrays.setAll(row, i -> mean + sd * Samples.gaussian(random));
        }
        return data;
    }

    /** 2,000 observations of the law that predicts: coverage strays by 0.05 with a chance below 1e-6. */
    @Test
    void aRightModelCoversItsData() {
        double[][] predicted = normals(2000, 0, 1, 1);
        double[] observed = normals(2000, 0, 1, 2)[0];
        PredictivePicture check = PredictivePicture.of("y", observed, predicted);
        assertThat(check.within90()).isCloseTo(0.9, within(0.05));
        assertThat(check.within50()).isCloseTo(0.5, within(0.06));
        assertThat(check.places()).allSatisfy(count -> assertThat(count).isCloseTo(200, within(75.0)));
        assertThat(check.statistics())
                .extracting(PredictivePicture.Statistic::name)
                .containsExactly("mean", "sd", "smallest", "median", "greatest");
        assertThat(check.intervals()).hasSize(300);
    }

    /** With equal weights nothing changes; with all of the weight on one prediction that one alone counts. */
    @Test
    void weightsLeaveObservationsOut() {
        double[][] predicted = normals(50, 0, 1, 1);
        double[] observed = normals(50, 0, 1, 2)[0];
        double[][] equal = new double[50][REPLICATES];
        Arrays.stream(equal).forEach(row -> Arrays.fill(row, 0.3));
        PredictivePicture same = PredictivePicture.of("y", observed, predicted, Optional.of(equal));
        for (int tenth = 0; tenth < 10; tenth++) {
            assertThat(same.leftOut().get(tenth)).isCloseTo(same.places().get(tenth), within(1e-9));
        }
        double[][] single = new double[50][REPLICATES];
        for (int i = 0; i < 50; i++) {
            int lowest = 0;
            for (int r = 1; r < REPLICATES; r++) {
                lowest = predicted[r][i] < predicted[lowest][i] ? r : lowest;
            }
            single[i][lowest] = 1;
        }
        PredictivePicture other = PredictivePicture.of("y", observed, predicted, Optional.of(single));
        assertThat(other.leftOut().get(9)).isGreaterThan(45);
        assertThat(PredictivePicture.of("y", observed, predicted).leftOut()).isEmpty();
    }

    @Test
    void aWrongModelIsSeen() {
        double[][] predicted = normals(200, 0, 1, 1);
        double[] observed = normals(200, 0, 2, 2)[0];
        PredictivePicture check = PredictivePicture.of("y", observed, predicted);
        PredictivePicture.Statistic sd = check.statistics().get(1);
        assertThat(sd.above()).isZero();
        assertThat(sd.observed()).isGreaterThan(sd.predicted().get(4));
        assertThat(check.places().get(0) + check.places().get(9)).isGreaterThan(80);
        assertThat(check.within90()).isLessThan(0.75);
    }

    /**
     * Of 2,000 normal observations the densities of predicted data sets lie about that of the law; the observed one lies
     * within the middle nine tenths at most places if the law is right, and at few of the middle if it is not. The curve of
     * one data set strays together over wide places, so the bounds are loose: three of four places, one of four.
     */
    @Test
    void densitiesAreComparedAlike() {
        double[][] predicted = normals(2000, 0, 1, 1);
        PredictivePicture.Density right = PredictivePicture.of("y", normals(2000, 0, 1, 2)[0], predicted)
                .density()
                .orElseThrow();
        PredictivePicture.Density wrong = PredictivePicture.of("y", normals(2000, 0, 1.5, 2)[0], predicted)
                .density()
                .orElseThrow();
        int places = right.observed().size();
        double step = (right.high() - right.low()) / (places - 1);
        double area = 0;
        for (int i = 0; i < places; i++) {
            double x = right.low() + i * step;
            double law = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
            assertThat(right.predicted().get(i).get(2)).isCloseTo(law, within(0.02));
            area += step * right.observed().get(i) * (i == 0 || i == places - 1 ? 0.5 : 1);
        }
        assertThat(area).isCloseTo(1, within(0.005));
        assertThat(covered(right)).isGreaterThan(0.75);
        assertThat(covered(wrong)).isLessThan(0.25);
        assertThat(PredictivePicture.of("y", new double[] {0.1, 0.2}, new double[][] {{0.3, 0.1}})
                        .density())
                .isEmpty();
    }

    /** The share of places, of those where there is something, at which the observed density lies in the middle nine tenths. */
    private static double covered(PredictivePicture.Density density) {
        int inside = 0;
        int all = 0;
        for (int i = 0; i < density.observed().size(); i++) {
            double observed = density.observed().get(i);
            if (observed > 0.01) {
                all++;
                inside += observed >= density.predicted().get(i).get(0)
                                && observed <= density.predicted().get(i).get(4)
                        ? 1
                        : 0;
            }
        }
        return inside / (double) all;
    }

    @Test
    void countsOccurrencesOfWholeNumbers() {
        double[] observed = {0, 0, 1, 2, 2, 2};
        double[][] predicted = {{0, 1, 1, 2, 2, 3}, {0, 0, 0, 1, 1, 2}};
        PredictivePicture check = PredictivePicture.of("y", observed, predicted);
        assertThat(check.discrete()).isTrue();
        assertThat(check.bins()).extracting(PredictivePicture.Bin::low).containsExactly(0.0, 1.0, 2.0, 3.0);
        assertThat(check.bins()).extracting(PredictivePicture.Bin::observed).containsExactly(2, 1, 3, 0);
        assertThat(check.bins().get(0).predicted().get(2)).isEqualTo(2);
        PredictivePicture.Statistic zeros = check.statistics().get(5);
        assertThat(zeros.name()).isEqualTo("share of zeros");
        assertThat(zeros.observed()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(zeros.above()).isEqualTo(0.5);
    }

    @Test
    void everyObservationIsInSomeBin() {
        double[] observed = {-100, 0, 0.1, 0.2, 50};
        PredictivePicture check = PredictivePicture.of("y", observed, normals(5, 0, 1, 3));
        assertThat(check.bins().stream()
                        .mapToInt(PredictivePicture.Bin::observed)
                        .sum())
                .isEqualTo(5);
    }

    @Test
    void yesAndNoAreJudgedByHowOftenTheyHappen() {
        SplittableRandom random = new SplittableRandom(4);
        int n = 1000;
        double[] observed = new double[n];
        double[][] predicted = new double[REPLICATES][n];
        for (int i = 0; i < n; i++) {
            double probability = (i + 0.5) / n;
            observed[i] = random.nextDouble() < probability ? 1 : 0;
            for (double[] data : predicted) {
                data[i] = random.nextDouble() < probability ? 1 : 0;
            }
        }
        PredictivePicture check = PredictivePicture.of("seen", observed, predicted);
        assertThat(check.bins()).isEmpty();
        assertThat(check.intervals()).isEmpty();
        assertThat(check.reliability()).hasSize(10).allSatisfy(group -> {
            assertThat(group.count()).isEqualTo(100);
            // Five standard deviations of a share of 100.
            assertThat(group.happened()).isCloseTo(group.predicted(), within(0.25));
            assertThat(group.low()).isLessThanOrEqualTo(group.high());
        });
        assertThat(check.reliability().get(0).predicted()).isCloseTo(0.05, within(0.02));
    }

    @Test
    void missingObservationsAreLeftOut() {
        double[] observed = {1, Double.NaN, 3};
        PredictivePicture check = PredictivePicture.of("y", observed, new double[][] {{1, 100, 3}, {2, 200, 2}});
        assertThat(check.observations()).isEqualTo(2);
        assertThat(check.intervals())
                .extracting(PredictivePicture.Interval::index)
                .containsExactly(0, 2);
        assertThatThrownBy(() -> PredictivePicture.of("y", new double[] {Double.NaN}, new double[][] {{1}}))
                .hasMessageContaining("no observations");
    }

    @Test
    void predictionsMustBeAsManyAsObservations() {
        assertThatThrownBy(() -> PredictivePicture.of("y", new double[] {1, 2}, new double[][] {{1}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("y: 1 predictions for 2 observations");
    }
}
