package dev.tandem.draws.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** What is kept of unknowns whose draws are not kept tells what the draws would have told. Seeds are fixed. */
class CourseTest {
    /** Chains of a first-order autoregression about a centre of their own, by chain, element and draw. */
    private static double[][][] chains(int elements, int draws, double correlation, double... centres) {
        SplittableRandom random = new SplittableRandom(7);
        double[][][] values = new double[centres.length][elements][draws];
        for (int chain = 0; chain < centres.length; chain++) {
            for (double[] column : values[chain]) {
                double state = random.nextGaussian();
                for (int draw = 0; draw < draws; draw++) {
                    state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
                    column[draw] = 1e6 + centres[chain] + state;
                }
            }
        }
        return values;
    }

    private static Course course(double[][] columns) {
        Course course = new Course(columns.length);
        double[] row = new double[columns.length];
        for (int draw = 0; draw < columns[0].length; draw++) {
            for (int i = 0; i < row.length; i++) {
                row[i] = columns[i][draw];
            }
            course.add(row);
        }
        return course;
    }

    private static Courses courses(double[][][] chains) {
        List<Course> courses = new ArrayList<>();
        for (double[][] chain : chains) {
            courses.add(course(chain));
        }
        return Courses.of(courses, element -> "u" + element);
    }

    private static double[][] element(double[][][] chains, int element) {
        double[][] values = new double[chains.length][];
        for (int chain = 0; chain < values.length; chain++) {
            values[chain] = chains[chain][element];
        }
        return values;
    }

    @Test
    void shortCoursesAreTheDrawsThemselves() {
        double[][][] chains = chains(2, 900, 0.5, 0, 0, 0.4);
        Convergence.Measure expected = Convergence.measure(element(chains, 1));
        Convergence.Measure measure = courses(chains).measure(1);
        assertThat(measure.rhat()).isCloseTo(expected.rhat(), within(1e-9));
        assertThat(measure.size()).isCloseTo(expected.size(), within(1e-6 * expected.size()));
    }

    @Test
    void longCoursesTellAboutTheSame() {
        for (double correlation : new double[] {0, 0.9, 0.995}) {
            double[][][] chains = chains(1, 20_000, correlation, 0, 0, 0, 0);
            assertThat(courses(chains).measure(0).rhat())
                    .isCloseTo(Diagnostics.rhatBasic(element(chains, 0)), within(2e-3));
            double size = Diagnostics.essMean(element(chains, 0));
            assertThat(courses(chains).measure(0).size()).isBetween(0.7 * size, 1.4 * size);
        }
        double[][][] apart = chains(1, 20_000, 0.5, 0, 0, 0, 5);
        assertThat(courses(apart).measure(0).rhat()).isCloseTo(Diagnostics.rhatBasic(element(apart, 0)), within(0.01));
        assertThat(courses(apart).measure(0).size()).isLessThan(20);
    }

    /** Of so many unknowns only eight batches of each are kept. */
    @Test
    void manyUnknownsAreJudgedByFewBatches() {
        int many = 200_000;
        int draws = 64;
        List<Course> courses = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(3);
        for (int chain = 0; chain < 4; chain++) {
            Course course = new Course(many);
            double[] row = new double[many];
            for (int draw = 0; draw < draws; draw++) {
                for (int i = 0; i < many; i++) {
                    row[i] = random.nextDouble();
                }
                row[5] = 3;
                row[77] = chain;
                row[1234] += chain;
                course.add(row);
            }
            courses.add(course);
        }
        Convergence worst = Convergence.of(Courses.of(courses, element -> "u[" + element + "]"));
        assertThat(worst.rhatOf()).isEqualTo("u[77]");
        assertThat(worst.rhat()).isInfinite();
        Courses all = Courses.of(courses, element -> "");
        assertThat(all.constant(5)).isTrue();
        assertThat(all.measure(1234).rhat()).isGreaterThan(2);
        for (int i = 10_000; i < 20_000; i++) {
            assertThat(all.measure(i).rhat()).isLessThan(1.3);
            assertThat(all.measure(i).size()).isGreaterThan(50);
        }
    }

    @Test
    void chainsThatStandStillAtDifferentValuesDisagreeAsMuchAsCanBe() {
        double[][][] still = new double[4][1][200];
        still[2][0] = DoubleStream.generate(() -> 1).limit(200).toArray();
        still[3][0] = still[2][0];
        assertThat(courses(still).measure(0).rhat()).isInfinite();
        assertThat(courses(still).measure(0).size()).isLessThan(10);
        assertThat(Diagnostics.rhat(element(still, 0))).isInfinite();
        assertThat(Convergence.measure(element(still, 0)).rhat()).isInfinite();
        Convergence all = Convergence.of(courses(still));
        assertThat(all.reached(1, 1.01)).isFalse();
        still[2] = still[0];
        still[3] = still[0];
        assertThat(courses(still).constant(0)).isTrue();
        assertThat(Diagnostics.rhat(element(still, 0))).isNaN();
    }

    @Test
    void aCourseThatWasWrittenGoesOnAsIfItHadNot() throws IOException {
        double[][] columns = chains(3, 5_000, 0.3, 0)[0];
        Course whole = course(columns);
        for (int cut : new int[] {0, 1, 1023, 1024, 1025, 3001}) {
            Course first = new Course(3);
            add(first, columns, 0, cut);
            Course second = read(bytes(first));
            add(second, columns, cut, 5_000);
            assertThat(bytes(second)).isEqualTo(bytes(whole));
        }
        Course copy = whole.copy();
        copy.add(new double[] {1, 2, 3});
        assertThat(whole.draws()).isEqualTo(5_000);
        byte[] damaged = bytes(whole);
        damaged[8] = 127;
        assertThatThrownBy(() -> read(damaged)).isInstanceOf(IOException.class);
    }

    private static void add(Course course, double[][] columns, int from, int to) {
        for (int draw = from; draw < to; draw++) {
            course.add(new double[] {columns[0][draw], columns[1][draw], columns[2][draw]});
        }
    }

    private static byte[] bytes(Course course) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        course.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Course read(byte[] bytes) throws IOException {
        return Course.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
