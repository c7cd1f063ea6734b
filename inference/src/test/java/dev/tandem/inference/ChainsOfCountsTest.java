package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models with chains of counts: the density with counts summed out against enumeration of the one that has them. */
class ChainsOfCountsTest {
    private static final String OPEN = """
            model {
              N[1] ~ dpois(lambda)
              S ~ dbin(omega, N[1])
              G ~ dpois(gamma)
              N[2] <- S + G
              for (t in 1:2) { for (j in 1:2) { y[t,j] ~ dbin(p, N[t]) } }
              lambda ~ dgamma(2, 1)
              omega ~ dunif(0, 1)
              gamma ~ dgamma(2, 2)
              p ~ dunif(0, 1)
            }
            """;

    private static final String OFFSPRING = """
            model {
              N[1] ~ dpois(lambda)
              N[2] ~ dpois(rate * N[1])
              for (t in 1:2) { for (j in 1:2) { y[t,j] ~ dbin(p, N[t]) } }
              lambda ~ dgamma(2, 1)
              rate ~ dgamma(2, 3)
              p ~ dunif(0, 1)
            }
            """;

    /** With a regression, and counts as the means of what is seen. */
    private static final String SURVIVORS = """
            model {
              N[1] ~ dpois(lambda)
              N[2] ~ dbin(phi, N[1])
              N[3] ~ dbin(phi, N[2])
              logit(phi) <- a
              for (t in 1:2) { for (j in 1:2) { y[t,j] ~ dpois(N[t + 1] * exp(b)) } }
              lambda ~ dgamma(2, 1)
              a ~ dnorm(0, 1)
              b ~ dnorm(0, 4)
            }
            """;

    private static final int LARGEST = 28;
    private static final double[][] PLACES = {{0, 0, 0, 0}, {0.4, -0.3, -0.5, 0.3}, {-0.5, 0.5, 0.2, 0.8}};

    private static CompiledDensity density(String model, Summing summing) {
        DataSet known = DataFile.parse(
                SourceText.of("data.R", "y <- structure(c(2, 1, 3, 1), .Dim = c(2L, 2L))"), Dialect.JAGS);
        return Model.of(model).with(known).summing(summing).compile();
    }

    /** The largest relative difference of log densities, but for a constant, and of gradients. */
    private static double difference(CompiledDensity joint, CompiledDensity summed) {
        Cursor one = joint.cursor();
        Cursor other = summed.cursor();
        int dimension = joint.space().dimension();
        double constant = Double.NaN;
        double largest = 0;
        for (double[] place : PLACES) {
            double[] q = Arrays.copyOf(place, dimension);
            one.moveTo(q);
            other.moveTo(q);
            List<double[]> gradients = new ArrayList<>();
            List<Double> logs = new ArrayList<>();
            enumerate(one, 0, logs, gradients);
            double most = logs.stream().mapToDouble(l -> l).max().orElseThrow();
            double total = logs.stream().mapToDouble(l -> Math.exp(l - most)).sum();
            double[] gradient = new double[dimension];
            double found = other.logDensityAndGradient(gradient);
            double gap = found - most - Math.log(total);
            constant = Double.isNaN(constant) ? gap : constant;
            largest = Math.max(largest, Math.abs(gap - constant));
            for (int d = 0; d < dimension; d++) {
                double mean = 0;
                for (int i = 0; i < logs.size(); i++) {
                    mean += Math.exp(logs.get(i) - most) / total * gradients.get(i)[d];
                }
                largest = Math.max(largest, Math.abs(mean - gradient[d]));
            }
        }
        return largest;
    }

    private static void enumerate(Cursor cursor, int site, List<Double> logs, List<double[]> gradients) {
        if (site == cursor.space().sites()) {
            double[] gradient = new double[cursor.space().dimension()];
            double log = cursor.logDensityAndGradient(gradient);
            if (log > Double.NEGATIVE_INFINITY) {
                logs.add(log);
                gradients.add(gradient);
            }
            return;
        }
        for (int value = cursor.space().support(site).lower(); value <= LARGEST; value++) {
            cursor.assign(site, value);
            enumerate(cursor, site + 1, logs, gradients);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OPEN, OFFSPRING, SURVIVORS})
    void theSumIsThatOfEnumeration(String model) {
        CompiledDensity summed = density(model, Summing.all());
        assertThat(summed.sumsChainsOfCounts()).isTrue();
        assertThat(summed.space().sites()).isZero();
        assertThat(difference(density(model, Summing.joint()), summed)).isLessThan(1e-8);
        assertThat(DensityContract.checkAllButAllocation(summed, 1)).isEmpty();
    }

    /** With the measure of allocation, once Java has compiled it. */
    @Test
    void keepsTheContract() {
        CompiledDensity summed = density(OPEN, Summing.all());
        Cursor cursor = summed.cursor();
        double[] gradient = new double[4];
        for (int i = 0; i < 20_000; i++) {
            cursor.moveTo(new double[] {0.5 * Math.sin(i), 0.5, 0.4, 0.3});
            cursor.logDensityAndGradient(gradient);
        }
        assertThat(DensityContract.check(summed, 1)).isEmpty();
    }

    /** The comparison above sees a survival that is off by a hundredth. */
    @Test
    void anotherModelIsSeen() {
        CompiledDensity wrong = density(OPEN.replace("dbin(omega,", "dbin(0.99 * omega,"), Summing.all());
        assertThat(wrong.sumsChainsOfCounts()).isTrue();
        assertThat(difference(density(OPEN, Summing.joint()), wrong)).isGreaterThan(1e-4);
    }

    /** Counts that are drawn back are possible together, and sums of them are computed from what was drawn. */
    @Test
    void drawnBackTogether() {
        CompiledDensity summed = density(OPEN, Summing.all());
        Cursor cursor = summed.cursor();
        cursor.moveTo(new double[4]);
        double[] report = new double[summed.space().reportedSize()];
        Map<String, Integer> first = new HashMap<>();
        int end = 0;
        for (Variable variable : summed.space().reported()) {
            first.put(variable.name(), end);
            end += variable.size();
        }
        for (int draw = 0; draw < 200; draw++) {
            cursor.logDensity();
            cursor.complete(draw);
            cursor.report(report);
            double before = report[first.get("N")];
            double survived = report[first.get("S")];
            assertThat(report[first.get("N") + 1]).isEqualTo(survived + report[first.get("G")]);
            assertThat(survived).isLessThanOrEqualTo(before);
            assertThat(before).isGreaterThanOrEqualTo(3);
        }
    }

    /** Counts of thousands are not summed over: where they are likely there is a wall, at which trajectories diverge. */
    @Test
    void whatIsTooFarOutIsAWall() {
        Cursor cursor = density(OPEN, Summing.all()).cursor();
        cursor.moveTo(new double[cursor.space().dimension()]);
        assertThat(cursor.logDensity()).isFinite();
        double[] far = new double[cursor.space().dimension()];
        Arrays.fill(far, 9);
        cursor.moveTo(far);
        assertThat(cursor.logDensity()).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Long arrays that are computed are not reported unless they are asked for; this one has an unknown in it. */
    @Test
    void anArrayThatIsUnknownInPartIsReported() {
        CompiledDensity density = Model.of("""
                        model {
                          N[1] ~ dpois(3)
                          for (t in 2:30) { N[t] <- N[t-1] + G[t]  G[t] ~ dpois(1) }
                          y ~ dbin(0.5, N[30])
                        }
                        """)
                .with(DataFile.parse(SourceText.of("data.R", "y <- 20"), Dialect.JAGS))
                .summing(Summing.joint())
                .compile();
        assertThat(density.space().reported().stream().map(Variable::name)).contains("N");
    }
}
