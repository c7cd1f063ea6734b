package dev.tandem.density.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract catches densities that break it. All are one density with one fault each: log pi = -((q - k)^2 + r^2 +
 * n) / 2 for 0 <= k <= n <= 6.
 */
@Execution(ExecutionMode.CONCURRENT)
class BrokenDensitiesTest {
    private static final Space SPACE = Space.builder()
            .discrete("k", Support.range(0, 6))
            .discrete("n", Support.range(0, 6))
            .real("q")
            .real("r")
            .build();

    /** The sound density, open to faults. */
    private static class Sound extends Cursor {
        Sound() {
            super(SPACE);
        }

        @Override
        public int upper(int site) {
            return site == 0 ? x[1] : 6;
        }

        @Override
        public int lower(int site) {
            return site == 0 ? 0 : x[0];
        }

        @Override
        protected double evaluate() {
            double distance = q[0] - x[0];
            return x[0] > x[1] ? Double.NEGATIVE_INFINITY : -0.5 * (distance * distance + q[1] * q[1] + x[1]);
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            gradient[0] = x[0] - q[0];
            gradient[1] = -q[1];
            return evaluate();
        }
    }

    private static MixedDensity density(Supplier<Cursor> cursors) {
        return new MixedDensity() {
            @Override
            public Space space() {
                return SPACE;
            }

            @Override
            public Cursor cursor() {
                return cursors.get();
            }
        };
    }

    private static List<String> violations(Supplier<Cursor> cursors) {
        return DensityContract.check(density(cursors), 11);
    }

    @Test
    void acceptsTheSoundDensity() {
        assertThat(violations(Sound::new)).isEmpty();
    }

    @Test
    void catchesAWrongGradient() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected double evaluateWithGradient(double[] gradient) {
                        double value = super.evaluateWithGradient(gradient);
                        gradient[1] *= 1.0001;
                        return value;
                    }
                }))
                .anyMatch(text -> text.startsWith("gradient of r: finite differences give"));
    }

    @Test
    void catchesAGradientThatIsNotWritten() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected double evaluateWithGradient(double[] gradient) {
                        gradient[0] = x[0] - q[0];
                        return evaluate();
                    }
                }))
                .anyMatch(text -> text.startsWith("gradient of r is NaN"));
    }

    @Test
    void catchesValuesThatDisagree() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected double evaluateWithGradient(double[] gradient) {
                        return super.evaluateWithGradient(gradient) + 1;
                    }
                }))
                .anyMatch(text -> text.startsWith("logDensityAndGradient against logDensity"));
    }

    @Test
    void catchesAStaleCache() {
        assertThat(violations(() -> new Sound() {
                    private double square;

                    @Override
                    protected void moved() {
                        square = (q[0] - x[0]) * (q[0] - x[0]);
                    }

                    @Override
                    protected double evaluate() {
                        return x[0] > x[1] ? Double.NEGATIVE_INFINITY : -0.5 * (square + q[1] * q[1] + x[1]);
                    }
                }))
                .anyMatch(text -> text.startsWith("logDensity against a fresh cursor"));
    }

    @Test
    void catchesACacheThatNotANumberPoisons() {
        assertThat(violations(() -> new Sound() {
                    private double old;
                    private double square;

                    @Override
                    protected void moved() {
                        square += q[1] * q[1] - old * old;
                        old = q[1];
                    }

                    @Override
                    protected double evaluate() {
                        return super.evaluate() + 0.5 * q[1] * q[1] - 0.5 * square;
                    }
                }))
                .anyMatch(text -> text.startsWith("logDensity after a visit"));
    }

    @Test
    void catchesAConditionalThatForgetsAFactor() {
        List<String> violations = violations(() -> new Sound() {
            @Override
            protected void weigh(int site, double[] logWeights) {
                int low = lower(site);
                for (int value = low; value <= upper(site); value++) {
                    logWeights[value - low] = site == 0 ? -0.5 * (q[0] - value) * (q[0] - value) : 0;
                }
            }
        });
        assertThat(violations).isNotEmpty().allMatch(text -> text.startsWith("conditional of n: log weight of "));
    }

    @Test
    void catchesASingleWeightThatDiffersFromTheConditional() {
        List<String> violations = violations(() -> new Sound() {
            @Override
            protected double weigh(int site, int value) {
                return site == 0 ? 0.9 * super.weigh(site, value) : super.weigh(site, value);
            }

            @Override
            protected void weigh(int site, double[] logWeights) {
                int low = lower(site);
                for (int value = low; value <= upper(site); value++) {
                    logWeights[value - low] = super.weigh(site, value);
                }
            }
        });
        assertThat(violations).isNotEmpty().allMatch(text -> text.startsWith("logWeight of k = "));
    }

    @Test
    void catchesBoundsThatAreTooNarrow() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    public int upper(int site) {
                        return Math.min(super.upper(site), 4);
                    }
                }))
                .anyMatch(text -> text.startsWith("bounds of n: 5 lies outside"));
    }

    @Test
    void catchesBoundsThatFollowTheSiteItself() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    public int upper(int site) {
                        return site == 0 ? x[1] : Math.max(x[0], Math.min(x[1] + 1, 6));
                    }
                }))
                .anyMatch(text -> text.startsWith("bounds of n depend on its own value"));
    }

    @Test
    void catchesAConditionalThatWritesTooMuch() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected void weigh(int site, double[] logWeights) {
                        super.weigh(site, logWeights);
                        logWeights[upper(site) - lower(site) + 1] = 0;
                    }
                }))
                .anyMatch(text -> text.startsWith("threw java.lang.ArrayIndexOutOfBoundsException"));
    }

    @Test
    void catchesCursorsThatShareState() {
        double[] shared = new double[1];
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected void moved() {
                        shared[0] = q[1];
                    }

                    @Override
                    protected double evaluate() {
                        return super.evaluate() + 0.5 * q[1] * q[1] - 0.5 * shared[0] * shared[0];
                    }
                }))
                .isNotEmpty();
    }

    @Test
    void catchesAllocation() {
        assertThat(violations(() -> new Sound() {
                    private double[] kept = new double[1];

                    @Override
                    protected void moved() {
                        kept = q.clone();
                    }

                    @Override
                    protected double evaluate() {
                        return kept.length > 2 ? 0 : super.evaluate();
                    }
                }))
                .singleElement()
                .asString()
                .contains("bytes allocated in 2000 operations");
    }

    @Test
    void catchesAllocationInReports() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    public void report(double[] values) {
                        super.report(values);
                        values[3] = q.clone()[1];
                    }
                }))
                .singleElement()
                .asString()
                .contains("bytes allocated in 2000 operations");
    }

    @Test
    void catchesAReportOfSomethingElse() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    public void report(double[] values) {
                        super.report(values);
                        values[0]++;
                    }
                }))
                .anyMatch(text -> text.startsWith("report of k: expected"));
    }

    @Test
    void catchesADensityThatIsNowherePossible() {
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected double evaluate() {
                        return Double.NEGATIVE_INFINITY;
                    }
                }))
                .containsExactly("no possible state found in 1000 random ones");
    }

    @Test
    void catchesACacheThatRemembersItsPath() {
        MixedDensity density = density(() -> new Sound() {
            private double old;
            private double running;

            @Override
            protected void moved() {
                running += q[1] - old;
                old = q[1];
            }

            @Override
            protected double evaluate() {
                return super.evaluate() + 0.5 * q[1] * q[1] - 0.5 * running * running;
            }
        });
        assertThat(DensityContract.checkReproducible(density, 3))
                .isNotEmpty()
                .allMatch(text -> text.contains("depends on the path"));
        assertThat(DensityContract.checkReproducible(density(Sound::new), 3)).isEmpty();
    }

    @Test
    void notANumberCannotLeak() {
        // By construction: the cursor turns NaN into minus infinity, which then disagrees with other evaluations.
        assertThat(violations(() -> new Sound() {
                    @Override
                    protected double weigh(int site, int value) {
                        return site == 0 && value == 3 ? Double.NaN : super.weigh(site, value);
                    }
                }))
                .isNotEmpty()
                .noneMatch(text -> text.endsWith("is NaN"));
    }
}
