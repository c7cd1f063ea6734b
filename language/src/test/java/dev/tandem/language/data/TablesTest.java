package dev.tandem.language.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables with words in them, long tables that become arrays, and packed files. */
class TablesTest {
    private static DataSet parse(String text) {
        return DataFile.parse(SourceText.of("data.csv", text), Dialect.JAGS);
    }

    @Test
    void wordsBecomeNumbersInAlphabeticalOrder() {
        DataSet data = parse("y,site\n1,wood\n2,field\n3,NA\n4,wood\n5,moor\n");
        assertThat(data.find("site").orElseThrow().toArray()).containsExactly(3, 1, Double.NaN, 3, 2);
        assertThat(data.levels("site")).containsExactly("field", "moor", "wood");
        assertThat(data.levels("y")).isEmpty();
        assertThat(data.with(Map.of()).levels("site")).hasSize(3);
        assertThat(DataSet.empty().merge(data).levels("site")).hasSize(3);
    }

    /** Whatever the format, the same words are the same numbers. */
    @Test
    void wordsInOtherFormats() {
        DataSet json = DataFile.parse(
                SourceText.of("data.json", "{\"site\": [\"wood\", \"field\", null, \"wood\"], \"n\": 3}"),
                Dialect.JAGS);
        DataSet dump = DataFile.parse(
                SourceText.of("data.R", "site <- c(\"wood\", \"field\", NA, \"wood\")\nn <- 3"), Dialect.JAGS);
        for (DataSet data : List.of(json, dump)) {
            assertThat(data.find("site").orElseThrow().toArray()).containsExactly(2, 1, Double.NaN, 2);
            assertThat(data.levels("site")).containsExactly("field", "wood");
            assertThat(data.levels("n")).isEmpty();
        }
    }

    /** A factor has its levels in R's own order, which need not be that of the alphabet. */
    @Test
    void factorsOfRKeepTheirLevels() {
        for (String part : List.of("levels", ".Label")) {
            DataSet data = DataFile.parse(
                    SourceText.of(
                            "data.R",
                            "w <- structure(c(1L, 3L), " + part
                                    + " = c(\"low\", \"mid, or so\", \"high\"), class = \"factor\")\nv <- 2"),
                    Dialect.JAGS);
            assertThat(data.find("w").orElseThrow().toArray()).containsExactly(1, 3);
            assertThat(data.levels("w")).containsExactly("low", "mid, or so", "high");
            assertThat(data.levels("v")).isEmpty();
        }
    }

    /** What the numbers stand for is said if the model uses them. */
    @Test
    void levelsAreTold() {
        DataSet data = parse("y,site\n1,wood\n2,field\n");
        Model model = Model.of("model { for (i in 1:2) { y[i] ~ dnorm(a[site[i]], 1)  a[i] ~ dnorm(0, 1) } }");
        assertThat(NameCheck.warnings(model, data))
                .singleElement()
                .satisfies(
                        warning -> assertThat(warning.headline())
                                .isEqualTo(
                                        "data.csv:1:3: site was given in words, and is read as 1 = field, 2 = wood, so that a[1] is that of field"));
    }

    @Test
    void indexColumnsMakeAnArray() {
        DataSet data = parse("site,visit,\"y[site,visit]\",\"size[site]\"\n2,1,5,7\n1,1,3,8\n");
        DataArray y = data.find("y").orElseThrow();
        assertThat(y.dims()).containsExactly(2, 1);
        assertThat(y.toArray()).containsExactly(3, 5);
        assertThat(data.names()).isEqualTo(Set.of("site", "visit", "y", "size"));
    }

    @Test
    void cellsWithoutARowAreMissing() {
        DataArray y = parse("site;visit;y[site visit]\nwest;1;5\neast;3;7\n")
                .find("y")
                .orElseThrow();
        assertThat(y.dims()).containsExactly(2, 3);
        assertThat(y.toArray()).containsExactly(Double.NaN, 5, Double.NaN, Double.NaN, 7, Double.NaN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "x;y\\n1;a\\n2;3                     | 3:3: column y holds words, and this is 3",
                "x;y\\n1;2\\n2;a                     | 3:3: column y holds text: a",
                "x;y[site]\\n1;2                     | 1:3: y[site] needs a column named site",
                "i;y[i]\\n1;2\\n1;3                  | 3:3: this cell of y[i] was given in line 2 already",
                "i;y[i]\\n0;2                        | 2:3: an index of y[i] is 0.0 in this row",
                "i;y[i]\\nNA;2                       | 2:4: an index of y[i] is missing in this row",
                "i;y[i]\\n1.5;2                      | 2:5: an index of y[i] is 1.5 in this row",
                "i;y;y[i]\\n1;2;3                    | 1:5: two columns are named y",
            })
    void whatIsWrongIsSaid(String text, String message) {
        String table = text.strip().replace("\\n", "\n") + "\n";
        assertThatThrownBy(() -> parse(table)).hasMessageContaining("data.csv:" + message);
    }

    @Test
    void packedFilesAreRead(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("data.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"y\": [1, 2]}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(DataFile.read(file).find("y").orElseThrow().toArray()).containsExactly(1, 2);
        byte[] bytes = Files.readAllBytes(file);
        Path broken = folder.resolve("broken.json.gz");
        Files.write(broken, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> DataFile.read(broken))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("this file cannot be unpacked");
    }
}
