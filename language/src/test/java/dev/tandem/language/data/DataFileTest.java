package dev.tandem.language.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three formats give the same arrays. */
class DataFileTest {
    private static final double NA = Double.NaN;

    @Test
    void numbersOfR() {
        DataSet data = parse("d.R", """
                # written by dump
                "a" <- 1
                `b` <- c(1L, -2L, NA, +4)
                'c' <-
                c(1.5, 2e3,
                  .5, 5., 1E-2)
                d = 3:6
                e <- c(1:3, 7, c(8, 9)); f.1 <- TRUE
                g <- as.integer(c(1, 2))
                h <- c(x = 1, "y" = 2)
                k <- 3:1
                """);
        assertThat(data.names()).containsExactly("a", "b", "c", "d", "e", "f.1", "g", "h", "k");
        assertThat(data.find("a")).contains(DataArray.scalar(1));
        assertThat(data.find("b")).contains(DataArray.vector(1, -2, NA, 4));
        assertThat(data.find("c")).contains(DataArray.vector(1.5, 2000, .5, 5, .01));
        assertThat(data.find("d")).contains(DataArray.vector(3, 4, 5, 6));
        assertThat(data.find("e")).contains(DataArray.vector(1, 2, 3, 7, 8, 9));
        assertThat(data.find("f.1")).contains(DataArray.scalar(1));
        assertThat(data.find("g")).contains(DataArray.vector(1, 2));
        assertThat(data.find("h")).contains(DataArray.vector(1, 2));
        assertThat(data.find("k")).contains(DataArray.vector(3, 2, 1));
        assertThat(data.find("b").orElseThrow().integerValued()).isTrue();
        assertThat(data.find("c").orElseThrow().integerValued()).isFalse();
        assertThat(data.find("b").orElseThrow().missingCount()).isEqualTo(1);
        assertThat(data.origin("c")).hasToString("d.R:4:1");
    }

    @Test
    void structuresOfR() {
        DataSet data = parse("d.R", """
                "x" <- structure(c(1, 2, 3, 4, 5, 6), .Dim = c(2L, 3L))
                "y" <- structure(.Data = c(1, 2, 3, 4), .Dim = c(2, 2))
                z <- structure(1:6, dim = 3:2, .Dimnames = list(NULL, c("a,", "b)")))
                w <- structure(c(1L, 2L), levels = c("no", "yes"), class = "factor")
                """);
        DataArray x = data.find("x").orElseThrow();
        assertThat(x.dims()).containsExactly(2, 3);
        assertThat(x.at(1, 2)).isEqualTo(3);
        assertThat(data.find("y").orElseThrow().at(2, 1)).isEqualTo(2);
        assertThat(data.find("z").orElseThrow().at(3, 2)).isEqualTo(6);
        assertThat(data.find("w")).contains(DataArray.vector(1, 2));
    }

    @Test
    void listsOfOpenBugsAreRowByRow() {
        String text = "list(N = 2, y = c(1, NA),\n x = structure(.Data = c(1, 2, 3, 4, 5, 6), .Dim = c(2, 3)))";
        DataSet data = DataFile.parse(SourceText.of("d.txt", text), Dialect.OPENBUGS);
        assertThat(data.names()).containsExactly("N", "y", "x");
        assertThat(data.find("x").orElseThrow().at(1, 2)).isEqualTo(2);
        assertThat(data.find("x").orElseThrow().at(2, 1)).isEqualTo(4);
        assertThat(parse("d.txt", "list(a = 1, b = c(2, 3))").names()).containsExactly("a", "b");
        String apart = "list(a = structure(.Data = c(1, 2), .\n Dim = c(1, 2)))";
        assertThat(DataFile.parse(SourceText.of("d.txt", apart), Dialect.OPENBUGS)
                        .find("a")
                        .orElseThrow()
                        .dims())
                .containsExactly(1, 2);
        String dump = "x <- structure(c(1, 2, 3, 4, 5, 6), .Dim = c(2, 3))";
        assertThat(DataFile.parse(SourceText.of("d.R", dump), Dialect.OPENBUGS)
                        .find("x")
                        .orElseThrow()
                        .at(1, 2))
                .isEqualTo(3);
    }

    /** Vectors, the columns of a matrix in whatever order, a comment before and what is missing. */
    @Test
    void tablesOfBugs() {
        DataSet data = DataFile.parse(
                SourceText.of("d.txt", "# rats\nx[]\ty[,2] y[,1]\n 1 2.5 NA\n\n-3\t1e2 7\nEND\n\n"), Dialect.OPENBUGS);
        assertThat(data.find("x").orElseThrow().toArray()).containsExactly(1, -3);
        assertThat(data.find("y").orElseThrow().dims()).containsExactly(2, 2);
        assertThat(data.find("y").orElseThrow().toArray()).containsExactly(Double.NaN, 7, 2.5, 100);
    }

    @Test
    void theGeneratorStandsApart() {
        DataSet data = parse("i.R", ".RNG.name <- \"base::Wichmann-Hill\"\n\".RNG.seed\" <- 123\nmu <- 0\n");
        assertThat(data.names()).containsExactly("mu");
        assertThat(data.generatorName()).contains("base::Wichmann-Hill");
        assertThat(data.generatorSeed()).hasValue(123);
        DataSet json = parse("i.json", "{\".RNG.name\": \"base::Super-Duper\", \".RNG.seed\": 7, \"mu\": 0}");
        assertThat(json.names()).containsExactly("mu");
        assertThat(json.generatorSeed()).hasValue(7);
    }

    @Test
    void json() {
        DataSet data = parse("d.json", """
                {"n": 3, "flag": true, "y": [1, null, "NA", 2.5],
                 "x": [[1, 2, 3], [4, 5, 6]],
                 "z": [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]],
                 "w": {"dim": [2, 3], "values": [1, 4, 2, 5, 3, 6]},
                 "v": {".Data": [1, 2], ".Dim": [1, 2]}}
                """);
        assertThat(data.find("n")).contains(DataArray.scalar(3));
        assertThat(data.find("flag")).contains(DataArray.scalar(1));
        assertThat(data.find("y")).contains(DataArray.vector(1, NA, NA, 2.5));
        assertThat(data.find("x")).isEqualTo(data.find("w"));
        assertThat(data.find("x").orElseThrow().toArray()).containsExactly(1, 4, 2, 5, 3, 6);
        DataArray z = data.find("z").orElseThrow();
        assertThat(z.dims()).containsExactly(3, 2, 2);
        assertThat(z.at(3, 1, 2)).isEqualTo(10);
        assertThat(z.at(2, 2, 1)).isEqualTo(7);
        assertThat(data.origin("x")).hasToString("d.json:2:2");
    }

    @Test
    void csv() {
        DataSet data = parse("d.csv", "\"\",\"x\",y.1,z\r\n\"1\",1,NA,TRUE\r\n\"2\",-2.5e1,,FALSE\r\n\r\n");
        assertThat(data.names()).containsExactly("x", "y.1", "z");
        assertThat(data.find("x")).contains(DataArray.vector(1, -25));
        assertThat(data.find("y.1")).contains(DataArray.vector(NA, NA));
        assertThat(data.find("z")).contains(DataArray.vector(1, 0));
        assertThat(data.origin("y.1")).hasToString("d.csv:1:8");
        assertThat(parse("d.csv", "a;b\n1;2\n").find("b")).contains(DataArray.scalar(2));
        assertThat(parse("d.tsv", "a\tb\n1\t2\n").find("b")).contains(DataArray.scalar(2));
    }

    @Test
    void theFormatIsSeenInTheContent() {
        assertThat(DataFile.format(SourceText.of("d", "{\"x\": 1}"))).isEqualTo(DataFile.Format.JSON);
        assertThat(DataFile.format(SourceText.of("d.dat", "x,y\n1,2"))).isEqualTo(DataFile.Format.CSV);
        assertThat(DataFile.format(SourceText.of("d.dat", "# c\n\"x\" <- c(1, 2)")))
                .isEqualTo(DataFile.Format.R);
        assertThat(DataFile.format(SourceText.of("d.txt", "list(x = 1, y = 2)")))
                .isEqualTo(DataFile.Format.R);
    }

    @Test
    void severalFilesAreMerged(@TempDir Path folder) throws IOException {
        Path first = Files.writeString(folder.resolve("a.R"), "x <- 1\ny <- 2\n");
        Path second = Files.writeString(folder.resolve("b.json"), "{\"z\": 3}");
        assertThat(DataFile.read(List.of(first, second), Dialect.JAGS).names()).containsExactly("x", "y", "z");
        Path third = Files.writeString(folder.resolve("c.csv"), "z,y\n1,2\n");
        SourceException thrown = catchThrowableOfType(
                SourceException.class, () -> DataFile.read(List.of(first, second, third), Dialect.JAGS));
        assertThat(thrown.problems()).hasSize(2);
        assertThat(thrown.problems().get(0).headline()).endsWith("c.csv:1:1: z is given twice");
        assertThat(thrown.problems().get(0).hint()).contains("b.json:1:2");
    }

    @Test
    void arraysAreImmutable() {
        double[] values = {1, 2};
        DataArray array = DataArray.of(new int[] {2}, values);
        values[0] = 9;
        array.toArray()[1] = 9;
        array.dims()[0] = 9;
        assertThat(array).isEqualTo(DataArray.vector(1, 2));
        assertThatThrownBy(() -> DataArray.of(new int[] {3}, values)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> array.at(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> DataSet.of(Map.of("x", array)).arrays().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static DataSet parse(String name, String text) {
        return DataFile.parse(SourceText.of(name, text), Dialect.JAGS);
    }
}
