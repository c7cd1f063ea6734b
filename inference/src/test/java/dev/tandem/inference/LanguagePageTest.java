package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.distributions.catalogue.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Every distribution and function has its line on the page of the language. A line that is missing is written from the
 * catalogue's row when documentation is written (docs/write.sh); what is special about one may be added to its line.
 */
class LanguagePageTest {
    private static final Path PAGE = Path.of("..", "docs", "language.md");
    private static final boolean WRITE = Boolean.getBoolean("tandem.docs.write");

    @Test
    void everyDistributionIsOnThePage() throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Distribution row : Distributions.all()) {
            lines.put("| `" + row.name() + "(", line(row));
        }
        demand(lines);
    }

    @Test
    void everyFunctionIsOnThePage() throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Function row : Functions.all()) {
            lines.put("| `" + row.name() + "` |", line(row));
        }
        demand(lines);
    }

    /** Each line by how it begins; one that is not there goes behind the one before it. */
    private static void demand(Map<String, String> lines) throws IOException {
        List<String> page = new ArrayList<>(Files.readAllLines(PAGE));
        List<String> missing = new ArrayList<>();
        int last = -1;
        for (Map.Entry<String, String> line : lines.entrySet()) {
            int at = IntStream.range(0, page.size())
                    .filter(i -> page.get(i).startsWith(line.getKey()))
                    .findFirst()
                    .orElse(-1);
            if (at < 0) {
                missing.add(line.getValue());
                at = last + 1;
                page.add(at, line.getValue());
            }
            last = at;
        }
        if (WRITE) {
            Files.write(PAGE, page);
        } else {
            assertThat(missing).isEmpty();
        }
    }

    private static String line(Distribution row) {
        boolean array = row.scalar().isEmpty();
        String unknown = row.kind() == Distribution.Kind.MULTIVARIATE ? "yes" : "yes, also partly observed";
        List<String> slopes = new ArrayList<>();
        for (int i = 0; i <= row.parameters().size(); i++) {
            boolean smooth = array
                    ? row.array().orElseThrow().differentiable(i)
                    : row.scalar().orElseThrow().differentiable(i);
            if (smooth) {
                slopes.add(i == 0 ? "value" : row.parameters().get(i - 1).name());
            }
        }
        return cells(
                "`" + row.signature() + "`" + aliases(row.signature()),
                "yes",
                row.inJags() ? "JAGS" : "R",
                "yes",
                unknown,
                row.truncatable() ? "T, I; bounds known and unknown" : "none",
                slopes.size() == row.parameters().size() + 1 ? "value, all parameters" : String.join(", ", slopes));
    }

    private static String aliases(Signature signature) {
        return signature.aliases().isEmpty() ? "" : " (" + String.join(", ", signature.aliases()) + ")";
    }

    private static String line(Function row) {
        String compiled = row.probability().isPresent()
                ? "scalar, in a loop"
                : row.kind() == Function.Kind.INVERSE_LINK
                        ? "scalar, element of a loop, discrete unknown (JAGS refuses vectors)"
                        : row.kind() == Function.Kind.SCALAR
                                ? "scalar, element of a loop, vector, discrete unknown"
                                : row.parameters().stream()
                                        .map(Parameter::shown)
                                        .collect(Collectors.joining(", "));
        boolean smooth = row.differentiable() || row.method().isEmpty();
        return cells(
                "`" + row.name() + "`",
                "yes",
                row.inJags() ? "JAGS" : "R",
                compiled,
                smooth ? "yes" : "none: it jumps, and a note says so");
    }

    private static String cells(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
