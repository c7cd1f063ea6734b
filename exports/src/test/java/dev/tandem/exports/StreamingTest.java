package dev.tandem.exports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.SamplerStatistic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory does not grow with the number of draws: tables of 80 MB pass through 64 MB of memory, half of it a buffer. */
@Tag("normal")
class StreamingTest {
    private static final int ELEMENTS = 200;
    private static final int DRAWS = 50_000;

    @TempDir
    Path folder;

    /** Draws that are made when they are asked for. */
    private static final DrawSource LARGE = new DrawSource() {
        @Override
        public List<Variable> variables() {
            return List.of(SampleDraws.variable("x", Variable.Kind.CONTINUOUS, ELEMENTS));
        }

        @Override
        public List<SamplerStatistic> statistics() {
            return List.of(SamplerStatistic.ENERGY);
        }

        @Override
        public int chains() {
            return 1;
        }

        @Override
        public int drawsPerChain() {
            return DRAWS;
        }

        @Override
        public DrawReader chain(int chain) {
            return new DrawReader() {
                private int next;

                @Override
                public void read(double[] values, double[] statistics) {
                    for (int i = 0; i < values.length; i++) {
                        values[i] = next++;
                    }
                }
            };
        }
    };

    /** What the other process does. */
    public static void main(String[] arguments) {
        Target target = Target.of(Path.of(arguments[1]).resolve("draws"), Format.valueOf(arguments[0]));
        target.tall()
                .write(new Contents(
                        LARGE,
                        List.of(new ArvizZarr.DrawGroup("posterior", LARGE)),
                        List.of(),
                        SampleDraws.PROVENANCE));
    }

    @ParameterizedTest
    @EnumSource
    void writesMoreThanMemoryHolds(Format format) throws Exception {
        Path log = folder.resolve("log");
        Path output = Files.createDirectory(folder.resolve("output"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StreamingTest.class.getName(),
                        format.name(),
                        output.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        try (var files = Files.walk(output)) {
            assertThat(files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum())
                    .isGreaterThan(10_000_000);
        }
    }
}
