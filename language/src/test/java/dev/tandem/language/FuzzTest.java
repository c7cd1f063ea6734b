package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Mutated files end in a tree or in a SourceException, and nothing else. The number of mutants is the system property
 * {@code tandem.fuzz}; each failure names its seed.
 */
class FuzzTest {
    private static final int MUTANTS = Integer.getInteger("tandem.fuzz", 20_000);
    private static final String[] PIECES = {
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ";",
        "<-",
        "~",
        "=",
        ":",
        "^",
        "-",
        "!",
        "%*%",
        "%",
        "\"",
        "'",
        "#",
        "/*",
        "*/",
        "\n",
        "\r",
        "\t",
        " ",
        "\u00a0",
        "\u201c",
        "\ud83d\ude00",
        "1",
        "1e",
        "1e400",
        ".",
        "T(",
        "I(,)",
        "for (",
        "in",
        "model {",
        "data {",
        "var ",
        "NA",
        "Inf",
        "c(",
        "structure(",
        ".Dim = c(",
        "list(",
        "null",
        "L",
        "NaN",
        "\\",
        "((((((((((",
        "x[",
        "\"x\": [",
        "dnorm(0, 1)"
    };

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void models() {
        List<String> seeds = new ArrayList<>();
        Corpus.validModels().forEach(entry -> seeds.add(entry.text()));
        Corpus.malformedModels().forEach(entry -> seeds.add(entry.text()));
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String text = mutant(seeds, i);
            Dialect dialect = i % 2 == 0 ? Dialect.JAGS : Dialect.OPENBUGS;
            try {
                Model model = Model.parse(SourceText.of("fuzz.bug", text), dialect);
                String printed = model.print();
                Model again = Model.parse(SourceText.of("printed.bug", printed), dialect);
                assertThat(TreeDump.dump(again)).as("mutant %s", i).isEqualTo(TreeDump.dump(model));
                NameCheck.check(model, Set.of("N"));
                accepted++;
            } catch (SourceException e) {
                orderly(e, i);
            } catch (RuntimeException | StackOverflowError e) {
                fail("mutant " + i + " of the models: " + e + "\n" + text, e);
            }
        }
        assertThat(accepted).isBetween(MUTANTS / 100, MUTANTS / 2);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void data() {
        List<String> seeds = new ArrayList<>(List.of(
                "\"x\" <- structure(c(1, 2, NA, 4.5), .Dim = c(2L, 2L))\n`y` <- 1:5\nz <- -1.5E-3\n",
                "list(N = 3, y = c(1, 2, 3), X = structure(c(1, 2, 3, 4, 5, 6), .Dim = c(3, 2)))",
                "{\"N\": 3, \"y\": [1, null, \"NA\"], \"X\": [[1, 2], [3, 4]], \"Z\": {\"dim\": [1, 2], \"values\": [3, 4]}}",
                "a,b,c\n1,2,3\nNA,,\"4\"\n",
                ".RNG.name <- \"base::Super-Duper\"\n.RNG.seed <- 42\nmu <- 0.5\n"));
        Corpus.malformedData().stream()
                .filter(entry -> !entry.name().contains("range"))
                .forEach(entry -> seeds.add(entry.text()));
        String[] names = {"f.R", "f.json", "f.csv", "f.txt"};
        for (int i = 0; i < MUTANTS; i++) {
            String text = mutant(seeds, i);
            try {
                DataFile.parse(SourceText.of(names[i % 4], text), i / 4 % 2 == 0 ? Dialect.JAGS : Dialect.OPENBUGS);
            } catch (SourceException e) {
                orderly(e, i);
            } catch (RuntimeException | StackOverflowError e) {
                fail("mutant " + i + " of the data: " + e + "\n" + text, e);
            }
        }
    }

    private static void orderly(SourceException e, int mutant) {
        assertThat(e.problems()).as("mutant %s", mutant).hasSizeBetween(1, 20);
        for (SourceProblem problem : e.problems()) {
            assertThat(problem.line()).isPositive();
            assertThat(problem.column()).isPositive();
            assertThat(problem.message()).isNotBlank().doesNotContain("\n");
        }
    }

    private static String mutant(List<String> seeds, int seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
        for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + 1 + random.nextInt(6));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.insert(at, text.substring(at, end));
                case 3 -> text.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                default -> text.insert(at, (char) random.nextInt(1, random.nextBoolean() ? 127 : 0xD800));
            }
        }
        return text.toString();
    }
}
