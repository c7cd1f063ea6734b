package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.contract.DensityContract;
import dev.tandem.language.syntax.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What people write, in small: each of some hundred and fifty models is parsed, bound, compiled and held against the reference evaluator. A
 * model stands in the file under a title after {@code ###}, its data after {@code --- data} in R's form; {@code [openbugs]} in
 * the title says the dialect.
 */
@Execution(ExecutionMode.CONCURRENT)
class IdiomsTest {
    private static final long SEED = 7;

    private record Idiom(String title, String model, String data) {
        Dialect dialect() {
            return title.contains("[openbugs]") ? Dialect.OPENBUGS : Dialect.JAGS;
        }
    }

    private static List<Idiom> all() {
        String text;
        try (InputStream in = IdiomsTest.class.getResourceAsStream("idioms.txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Idiom> idioms = new ArrayList<>();
        for (String part : text.substring(4).split("\n### ", -1)) {
            int end = part.indexOf('\n');
            String[] halves = part.substring(end + 1).split("\n--- data\n", -1);
            idioms.add(new Idiom(part.substring(0, end), halves[0], halves[1]));
        }
        return idioms;
    }

    @Test
    void thereAreOverAHundred() {
        assertThat(all()).hasSizeGreaterThan(100);
        assertThat(all().stream().map(Idiom::title)).doesNotHaveDuplicates();
    }

    @TestFactory
    List<DynamicTest> compilesToItsDensity() {
        return all().stream()
                .map(idiom -> DynamicTest.dynamicTest(idiom.title(), () -> {
                    Case made = Case.of(idiom.model(), idiom.data(), idiom.dialect());
                    made.checkValues();
                    // Where it jumps, and says so, differences do not converge.
                    boolean smooth = made.density().notes().isEmpty();
                    assertThat(DensityContract.checkBriefly(made.density(), SEED, 2, smooth))
                            .isEmpty();
                }))
                .toList();
    }
}
