package dev.tandem.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports as R reads them: every value, and the summary of the package posterior. Skipped where R is not. */
@Tag("normal")
class ReadBackWithRTest {
    private static final SampleDraws DRAWS = SampleDraws.of(SampleDraws.allKinds());

    @TempDir
    Path folder;

    /** The exit code that says that a package is missing. */
    private static final int MISSING = 77;

    /** R's own reading of decimals may be off in the last place. */
    private static final double DECIMAL = 4e-16;

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < DRAWS.elements(); i++) {
            names.add(DRAWS.draws.elementName(i));
        }
        return names;
    }

    /**
     * Runs a program of R with the exported folder and the name of a file of doubles to write as its arguments, if R has
     * the packages.
     */
    private ByteBuffer run(String program, String... packages) throws IOException, InterruptedException {
        String wanted = String.join("','", packages);
        String guard = "if (!all(sapply(c('" + wanted + "'), requireNamespace, quietly = TRUE))) quit(status = "
                + MISSING + ")\n";
        Path script = Files.writeString(folder.resolve("read.R"), guard + program);
        Path numbers = folder.resolve("numbers");
        Process process;
        try {
            process = new ProcessBuilder(
                            "Rscript",
                            script.toString(),
                            folder.resolve("export").toString(),
                            numbers.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            return abort("there is no Rscript");
        }
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assumeTrue(process.exitValue() != MISSING, "R does not have " + List.of(packages));
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("log")))
                .isZero();
        return ByteBuffer.wrap(Files.readAllBytes(numbers)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Path export() throws IOException {
        return Files.createDirectory(folder.resolve("export"));
    }

    /** In the order of R's arrays: draws, then chains, then elements. */
    private static void assertDraws(ByteBuffer numbers) {
        for (int element = 0; element < DRAWS.elements(); element++) {
            for (int chain = 0; chain < SampleDraws.CHAINS; chain++) {
                for (int draw = 0; draw < SampleDraws.DRAWS; draw++) {
                    double expected = DRAWS.draws.value(chain, draw, element);
                    assertThat(numbers.getDouble())
                            .as("%s, chain %d, draw %d", DRAWS.draws.elementName(element), chain, draw)
                            .isCloseTo(expected, within(Math.abs(expected) * DECIMAL));
                }
            }
        }
    }

    private static void assertSummary(ByteBuffer numbers) {
        for (SummaryRow row : Summary.of(DRAWS.draws).rows()) {
            double[] expected = {
                row.mean(),
                row.sd(),
                row.mcseMean(),
                row.q5(),
                row.q50(),
                row.q95(),
                row.rhat(),
                row.essBulk(),
                row.essTail()
            };
            for (double value : expected) {
                double read = numbers.getDouble();
                if (Double.isNaN(value)) {
                    assertThat(read).as(row.name()).isNaN();
                } else {
                    assertThat(read).as(row.name()).isCloseTo(value, within(Math.abs(value) * 1e-9 + 1e-300));
                }
            }
        }
    }

    private static final String SUMMARY = """
            summary <- summarise_draws(draws, mean, sd, mcse_mean, ~quantile2(.x, c(0.05, 0.5, 0.95)),
                                       rhat, ess_bulk, ess_tail)
            numbers <- c(as.vector(draws), t(as.matrix(summary[, -1])))
            writeBin(as.double(numbers), commandArgs(TRUE)[2], endian = "little")
            """;

    @Test
    void stanCsvByPosterior() throws Exception {
        StanCsv.write(DRAWS, SampleDraws.PROVENANCE, export());
        ByteBuffer numbers = run("""
                library(posterior)
                files <- file.path(commandArgs(TRUE)[1], paste0("output_", 1:3, ".csv"))
                chains <- lapply(files, function(file) {
                    chain <- read.csv(file, comment.char = "#", check.names = FALSE)
                    stopifnot(identical(names(chain)[1:7], c("lp__", "accept_stat__", "stepsize__", "treedepth__", "n_leapfrog__",
                                                             "divergent__", "energy__")))
                    as_draws_matrix(chain[, -(1:7)])
                })
                draws <- do.call(bind_draws, c(lapply(chains, as_draws_array), along = "chain"))
                stopifnot(identical(variables(draws), c("mu", "tau_y",
                    "beta.1", "beta.2", "beta.3",
                    "omega.1.1", "omega.2.1", "omega.1.2", "omega.2.2", "omega.1.3", "omega.2.3",
                    "lambda.1.1.1", "lambda.2.1.1", "lambda.1.2.1", "lambda.2.2.1",
                    "lambda.1.1.2", "lambda.2.1.2", "lambda.1.2.2", "lambda.2.2.2",
                    "z.1", "z.2", "z.3", "z.4", "y_2", "y_5")))
                """ + SUMMARY, "posterior");
        assertDraws(numbers);
        assertSummary(numbers);
        assertThat(numbers.hasRemaining()).isFalse();
    }

    @Test
    void stanCsvByRstan() throws Exception {
        StanCsv.write(DRAWS, SampleDraws.PROVENANCE, export());
        ByteBuffer numbers = run("""
                suppressMessages(library(rstan))
                fit <- read_stan_csv(file.path(commandArgs(TRUE)[1], paste0("output_", 1:3, ".csv")))
                str(dimnames(as.array(fit)))
                writeBin(as.vector(as.array(fit)), commandArgs(TRUE)[2], endian = "little")
                """, "rstan");
        assertDraws(numbers);
    }

    @Test
    void codaByCoda() throws Exception {
        CodaFiles.write(DRAWS, SampleDraws.PROVENANCE, export());
        ByteBuffer numbers = run("""
                library(posterior)
                library(coda)
                folder <- commandArgs(TRUE)[1]
                read <- function(chain) read.coda(file.path(folder, paste0("CODAchain", chain, ".txt")),
                                                  file.path(folder, "CODAindex.txt"), quiet = TRUE)
                draws <- mcmc.list(lapply(1:3, read))
                stopifnot(nchain(draws) == 3, niter(draws) == 40, start(draws) == 502, thin(draws) == 2)
                cat(paste(varnames(draws), collapse = ";"))
                draws <- as_draws_array(draws)
                """ + SUMMARY, "posterior", "coda");
        assertThat(Files.readString(folder.resolve("log"))).contains(String.join(";", names()));
        assertDraws(numbers);
        assertSummary(numbers);
    }

    @Test
    void wideCsvByPosterior() throws Exception {
        Files.createDirectory(folder.resolve("export"));
        TidyCsv.write(DRAWS, TidyCsv.Layout.WIDE, folder.resolve("export/draws.csv"));
        ByteBuffer numbers = run("""
                library(posterior)
                table <- read.csv(file.path(commandArgs(TRUE)[1], "draws.csv"), check.names = FALSE)
                names(table)[1:2] <- c(".chain", ".iteration")
                draws <- as_draws_array(as_draws_df(table))
                draws <- subset_draws(draws, variable = head(variables(draws), -6))
                cat(paste(variables(draws), collapse = ";"))
                """ + SUMMARY, "posterior");
        assertThat(Files.readString(folder.resolve("log"))).contains(String.join(";", names()));
        assertDraws(numbers);
        assertSummary(numbers);
    }

    @Test
    void longCsv() throws Exception {
        Files.createDirectory(folder.resolve("export"));
        TidyCsv.write(DRAWS, TidyCsv.Layout.LONG, folder.resolve("export/draws.csv"));
        ByteBuffer numbers = run("""
                table <- read.csv(file.path(commandArgs(TRUE)[1], "draws.csv"))
                stopifnot(identical(names(table), c("chain", "draw", "variable", "value")))
                table$variable <- factor(table$variable, levels = unique(table$variable))
                cat(paste(levels(table$variable), collapse = ";"))
                table <- table[order(table$variable, table$chain, table$draw), ]
                writeBin(as.double(table$value), commandArgs(TRUE)[2], endian = "little")
                """, "stats");
        assertThat(Files.readString(folder.resolve("log"))).contains(String.join(";", names()));
        assertDraws(numbers);
    }
}
