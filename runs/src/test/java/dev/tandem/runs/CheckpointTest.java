package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.draws.summary.Course;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Start;
import dev.tandem.sampling.StoppingRule;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.HyperbolicKinetic;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Carriage;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import dev.tandem.sampling.warmup.Learned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;

/** What a chain needs to go on, and what a run is, come back as they were, or not at all. */
class CheckpointTest {
    private static final RunDescription RUN = RunDescription.of(
                    "model", Optional.empty(), SmallRun.DENSITY.space(), Settings.defaults())
            .sealed(Map.of(), SmallRun.DENSITY.space().reported());

    @TempDir
    Path folder;

    static Stream<KineticEnergy> metrics() {
        return Stream.of(
                DiagonalMetric.unit(3),
                DiagonalMetric.scales(new double[] {0.1, 1.0 / 3, 1e-300}),
                DiagonalMetric.variances(new double[] {0.1, 2, 5e7}),
                DenseMetric.covariance(new double[][] {{2, 0.1, 0}, {0.1, 1.0 / 3, 0.01}, {0, 0.01, 7}}),
                LowRankMetric.of(
                        new double[] {0.1, 1.0 / 3, 7},
                        new double[][] {{0.6, 0.8, 0}, {0, 0, 1}},
                        new double[] {1e-3, 1e4 / 3}),
                new HyperbolicKinetic());
    }

    private static Tuning tuning(KineticEnergy metric) {
        return new Tuning(1.0 / 3, metric, Math.PI, 5, 6, 7, WalkWidths.of(new int[] {3, 1, 9}))
                .withLongRangeWeights(77)
                .withCarriage(new Carriage(new double[][] {{1.0 / 3}, {7}}, new double[][] {{1e-20}, {2}}))
                .withCentring(new Centring(
                        new double[] {0, 1.0 / 3, 1e20},
                        new double[] {0, -0.1, 7},
                        new double[] {0, 1.0 / 7, 1e20},
                        List.of(new Centring.Share("b", 0.1), new Centring.Share("a.b", 1))));
    }

    private static Course course() {
        Course course = new Course(2);
        for (int draw = 0; draw < 1250; draw++) {
            course.add(new double[] {draw % 7, 1.0 / (1 + draw)});
        }
        return course;
    }

    private static Learned learned() {
        return new Learned(
                new double[] {0.1, 1e-9, 1.0 / 3},
                new Centring(
                        new double[] {0.2},
                        new double[] {-7.1},
                        new double[] {0.1},
                        List.of(new Centring.Share("b", 0.7))),
                50,
                new double[] {1, 2, 3, 4, 5, 1.0 / 6},
                new Learned.Pairs(new double[] {0.25, 1.0 / 7}, new double[] {-3, Double.MIN_VALUE}),
                List.of(new Learned.Measured(0.1, 0.2, 0.3), new Learned.Measured(Double.MIN_VALUE, 1, 2)),
                new double[] {25, -1.5, 7, 25, -1.25, 8},
                -0.4);
    }

    private static Checkpoint checkpoint(KineticEnergy metric) {
        return Checkpoint.at(
                new Anchor(
                        4,
                        1250,
                        new double[] {0.1, -1.0 / 3, Double.MIN_VALUE},
                        new int[] {1, -7, Integer.MAX_VALUE},
                        tuning(metric),
                        RandomStream.of(3, 1).save(),
                        new Anchor.Tally(2250, 1250, 3, 1000.1, 2),
                        course(),
                        learned()),
                new ChainTimes(1.5, 2.25, 2.125),
                new Checkpoint.Lengths(1_000, 5_000_000_000L));
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void checkpointsComeBack(KineticEnergy metric) throws IOException {
        Checkpoint written = checkpoint(metric);
        Path file = Files.write(folder.resolve("checkpoint"), written.encode(RUN, 1));
        Checkpoint read = Checkpoint.read(file, RUN, 1);
        // Bytes stand for bits, and compare what has no equality of its own.
        assertThat(read.encode(RUN, 1)).isEqualTo(written.encode(RUN, 1));
        assertThat(read.anchor().orElseThrow().q())
                .isEqualTo(written.anchor().orElseThrow().q());
        assertThat(read.anchor().orElseThrow().x())
                .isEqualTo(written.anchor().orElseThrow().x());
        assertThat(read.anchor().orElseThrow().tally())
                .isEqualTo(written.anchor().orElseThrow().tally());
        assertThat(read.anchor().orElseThrow().tuning().centring().seen()).containsExactly(0, 1.0 / 3, 1e20);
        assertThat(read.anchor().orElseThrow().tuning().centring().follow()).containsExactly(0, 1.0 / 7, 1e20);
        assertThat(read.anchor().orElseThrow().tuning().carriage().centres()[0]).containsExactly(1.0 / 3);
        assertThat(read.anchor().orElseThrow().tuning().carriage().scales()[0]).containsExactly(1e-20);
        assertThat(read.times()).isEqualTo(written.times());
        assertThat(read.resume()).isEqualTo(written.resume());
        assertThat(read.end()).isEqualTo(written.end());
        expectSameMotion(metric, read.anchor().orElseThrow().tuning().kinetic());
    }

    /** Kinetic energies have no equality: they are the same if they act the same, to the bit. */
    private static void expectSameMotion(KineticEnergy expected, KineticEnergy got) {
        SplittableRandom random = new SplittableRandom(9);
        double[] p = random.doubles(3).toArray();
        double[] velocity = new double[3];
        double[] other = new double[3];
        expected.velocity(p, velocity);
        got.velocity(p, other);
        assertThat(other).isEqualTo(velocity);
        expected.refresh(velocity, RandomStream.of(1, 1));
        got.refresh(other, RandomStream.of(1, 1));
        assertThat(other).isEqualTo(velocity);
        assertThat(got.describe()).isEqualTo(expected.describe());
    }

    @Test
    void everyBitThatIsWrongIsNoticed() throws IOException {
        byte[] bytes = checkpoint(DiagonalMetric.unit(3)).encode(RUN, 1);
        Path file = folder.resolve("checkpoint");
        for (int place = 0; place < bytes.length; place++) {
            byte[] wrong = bytes.clone();
            wrong[place] ^= (byte) (1 << place % 8);
            Files.write(file, wrong);
            assertThatThrownBy(() -> Checkpoint.read(file, RUN, 1)).isInstanceOf(DamagedFileException.class);
        }
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> Checkpoint.read(file, RUN, 1)).isInstanceOf(DamagedFileException.class);
        }
    }

    @Test
    void theCheckpointOfAChainThatHasNotBegunComesBack() throws IOException {
        Checkpoint start = Checkpoint.start(new Checkpoint.Lengths(300, 500));
        Path file = Files.write(folder.resolve("checkpoint"), start.encode(RUN, 0));
        assertThat(Checkpoint.read(file, RUN, 0)).isEqualTo(start);
    }

    @Test
    void thatOfAnotherChainOrRunIsRefused() throws IOException {
        Path file = Files.write(
                folder.resolve("checkpoint"), checkpoint(DiagonalMetric.unit(3)).encode(RUN, 1));
        assertThatThrownBy(() -> Checkpoint.read(file, RUN, 0))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(file + " is damaged: it belongs to chain 2");
        RunDescription other = RUN.withSettings(Settings.defaults().withSeed(2))
                .sealed(Map.of(), SmallRun.DENSITY.space().reported());
        assertThatThrownBy(() -> Checkpoint.read(file, other, 1))
                .hasMessage(file + " is damaged: it belongs to another run");
    }

    /** How long a run is to be, and on how many threads, makes it no other. */
    @Test
    void aRunThatIsMadeLongerStaysTheSame() {
        Settings longer = Settings.defaults().withDraws(77).withThreads(9).withUntil(new StoppingRule(400));
        assertThat(RUN.withSettings(longer)
                        .sealed(Map.of(), SmallRun.DENSITY.space().reported())
                        .identity())
                .isEqualTo(RUN.identity());
        assertThat(RUN.sealed(Map.of("data.json", "0"), List.of()).identity()).isNotEqualTo(RUN.identity());
    }

    @Test
    void everyBitOfTheDescriptionThatIsWrongIsNoticed() {
        byte[] bytes = DescriptionJson.write(RUN);
        assertThat(DescriptionJson.write(DescriptionJson.read(bytes))).isEqualTo(bytes);
        for (int place = 0; place < 8 * bytes.length; place++) {
            byte[] wrong = bytes.clone();
            wrong[place / 8] ^= (byte) (1 << place % 8);
            assertThatThrownBy(() -> DescriptionJson.read(wrong))
                    .as("bit %d", place)
                    .isInstanceOfAny(IllegalArgumentException.class, JacksonException.class);
        }
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> DescriptionJson.read(cut))
                    .isInstanceOfAny(IllegalArgumentException.class, JacksonException.class);
        }
    }

    @Test
    void settingsComeBack() {
        Settings settings = new Settings(
                Optional.of(KernelFamily.of(KernelFamily.Method.EVENT)
                        .withExponent(1.0 / 3)
                        .withIntegrator(Integrator.THREE_STAGE)
                        .withProposal(Proposal.Kind.OTHER_GIBBS)),
                3,
                250,
                700,
                7,
                -5,
                2,
                Fixed.nothing()
                        .withStepSize(1.0 / 3)
                        .withTrajectoryTime(0.7)
                        .withSitesPerStep(3)
                        .withTargetAcceptance(0.9)
                        .withKinetic(DiagonalMetric.scales(new double[] {0.1, 2})),
                List.of(new Start(new double[] {0.1, 0.2}, new int[] {1, 2, 3})),
                Optional.of(new StoppingRule(400)));
        Settings read = SettingsJson.readSettings(SettingsJson.write(settings));
        assertThat(SettingsJson.write(read)).isEqualTo(SettingsJson.write(settings));
        assertThat(read.kernel()).isEqualTo(settings.kernel());
        assertThat(read.until()).isEqualTo(settings.until());
        assertThat(read.withStarts(List.of()).withFixed(Fixed.nothing()))
                .isEqualTo(settings.withStarts(List.of()).withFixed(Fixed.nothing()));
        Settings fixed = settings.withFixed(Fixed.everything(tuning(DiagonalMetric.unit(2))));
        assertThat(SettingsJson.write(SettingsJson.readSettings(SettingsJson.write(fixed))))
                .isEqualTo(SettingsJson.write(fixed));
        assertThat(SettingsJson.readSettings(SettingsJson.write(Settings.defaults())))
                .isEqualTo(Settings.defaults());
    }

    @ParameterizedTest
    @MethodSource("methods")
    void kernelsComeBack(KernelFamily.Method method) {
        KernelFamily kernel = KernelFamily.of(method);
        assertThat(SettingsJson.readKernel(SettingsJson.write(kernel))).isEqualTo(kernel);
    }

    static Stream<KernelFamily.Method> methods() {
        return Stream.of(KernelFamily.Method.values());
    }
}
