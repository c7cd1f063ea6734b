package dev.tandem.exports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The formats that are text, to the letter. */
class WrittenTextTest {
    private static final List<Variable> VARIABLES = List.of(
            SampleDraws.variable("tau.y", Variable.Kind.CONTINUOUS),
            SampleDraws.variable("chain", Variable.Kind.CONTINUOUS),
            SampleDraws.variable("a", Variable.Kind.DISCRETE, 1, 2));

    private static final DrawSource DRAWS = Draws.builder(VARIABLES, 2, 2)
            .append(0, new double[] {0.1, 1e-300, 1, -2})
            .append(0, new double[] {-0.0, Double.NaN, 3, 0})
            .append(1, new double[] {1e22, Double.POSITIVE_INFINITY, 5, 6})
            .append(1, new double[] {2, Double.NEGATIVE_INFINITY, 7, 8})
            .build();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("draws.csv");
    }

    @Test
    void wide() throws IOException {
        TidyCsv.write(DRAWS, TidyCsv.Layout.WIDE, file);
        assertThat(file).hasContent("""
                chain,draw,tau.y,chain_,"a[1,1]","a[1,2]"
                1,1,0.1,1.0E-300,1,-2
                1,2,-0.0,NaN,3,0
                2,1,1.0E22,Inf,5,6
                2,2,2,-Inf,7,8
                """);
    }

    @Test
    void tall() throws IOException {
        TidyCsv.write(DRAWS.only(List.of("a")), TidyCsv.Layout.LONG, file);
        assertThat(file).hasContent("""
                chain,draw,variable,value
                1,1,"a[1,1]",1
                1,1,"a[1,2]",-2
                1,2,"a[1,1]",3
                1,2,"a[1,2]",0
                2,1,"a[1,1]",5
                2,1,"a[1,2]",6
                2,2,"a[1,1]",7
                2,2,"a[1,2]",8
                """);
    }

    @Test
    void wideWithStatistics() throws IOException {
        TidyCsv.write(SampleDraws.of(List.of()), TidyCsv.Layout.WIDE, file);
        assertThat(Files.readAllLines(file))
                .startsWith("chain,draw,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__")
                .hasSize(1 + SampleDraws.CHAINS * SampleDraws.DRAWS);
    }

    @Test
    void coda() throws IOException {
        // One draw at a time goes through the file that turns draws into columns.
        CodaFiles.write(DRAWS, SampleDraws.PROVENANCE, folder, 1);
        assertThat(folder.resolve("CODAindex.txt")).hasContent("""
                tau.y 1 2
                chain 3 4
                a[1,1] 5 6
                a[1,2] 7 8
                """);
        assertThat(folder.resolve("CODAchain1.txt")).hasContent("""
                502 0.1
                504 -0.0
                502 1.0E-300
                504 NaN
                502 1
                504 3
                502 -2
                504 0
                """);
        assertThat(folder.resolve("CODAchain2.txt")).exists();
        assertThat(folder).isDirectoryNotContaining("glob:**columns*");
    }

    @Test
    void stan() throws IOException {
        StanCsv.write(DRAWS, SampleDraws.PROVENANCE, folder);
        assertThat(folder.resolve("output_2.csv")).hasContent("""
                # stan_version_major = 2
                # stan_version_minor = 36
                # stan_version_patch = 0
                # model = pump
                # method = sample
                #   sample
                #     num_samples = 4
                #     num_warmup = 500
                #     save_warmup = 0
                #     thin = 2
                #     adapt
                #       engaged = 1
                #     algorithm = hmc
                #       hmc
                #         engine = static
                #           static
                #             max_depth = 10
                #         metric = dense_e
                # id = 2
                # random
                #   seed = 7
                # drawn by tandem 0.1 with the sampler node
                # the variable tau.y is here called tau_y
                lp__,tau_y,chain,a.1.1,a.1.2
                # Adaptation terminated
                # Step size = 0.5
                # Elements of inverse mass matrix:
                # 2, 0
                # 0, 0.25
                NaN,1.0E22,Inf,5,6
                NaN,2,-Inf,7,8
                #
                #  Elapsed Time: 1.5 seconds (Warm-up)
                #                2.25 seconds (Sampling)
                #                3.75 seconds (Total)
                #
                """);
    }

    @Test
    void stanNamesStayApart() {
        List<Variable> variables = List.of(
                SampleDraws.variable("a.b", Variable.Kind.CONTINUOUS),
                SampleDraws.variable("a_b", Variable.Kind.CONTINUOUS, 2),
                SampleDraws.variable("a[1,2]", Variable.Kind.CONTINUOUS),
                SampleDraws.variable("a_1_2", Variable.Kind.CONTINUOUS),
                SampleDraws.variable("a,b", Variable.Kind.CONTINUOUS, 1, 2));
        assertThat(ElementNames.dotted(variables))
                .containsExactly("a_b_", "a_b.1", "a_b.2", "a_1_2_", "a_1_2", "a_b__.1.1", "a_b__.1.2");
    }
}
