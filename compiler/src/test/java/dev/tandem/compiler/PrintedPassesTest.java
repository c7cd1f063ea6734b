package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.Generator;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Lowering;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Summing;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each pass alone changes of a small model, as it is printed. A file has the model, its data, and the lines that go
 * and come; with {@code -Dtandem.write} the files are written anew, to be looked at in the difference.
 */
class PrintedPassesTest {
    private static final Path FILES = Path.of("src", "test", "resources", "dev", "tandem", "compiler", "passes");
    private static final String DATA = "--- data\n";
    private static final String CHANGES = "--- changes\n";

    static Stream<String> passes() {
        return Passes.all().rows().stream().map(Passes.Row::name);
    }

    @ParameterizedTest
    @MethodSource("passes")
    void aPassChangesWhatItsFileShows(String pass) throws IOException {
        Path file = FILES.resolve(pass + ".txt");
        String text = Files.readString(file);
        String model = text.substring(0, text.indexOf(DATA));
        String data = text.substring(text.indexOf(DATA) + DATA.length(), text.indexOf(CHANGES));
        Graph graph = Graph.bind(Model.of(model), DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS));
        String printed = model + DATA + data + CHANGES + changes(graph, pass);
        if (System.getProperty("tandem.write") == null) {
            assertThat(printed).isEqualTo(text);
        } else {
            Files.writeString(file, printed);
        }
    }

    private static String changes(Graph graph, String pass) {
        Passes.Row row = Passes.all().rows().stream()
                .filter(r -> r.name().equals(pass))
                .findFirst()
                .orElseThrow();
        Passes none = Passes.without(Passes.optional());
        Passes alone = Passes.without(Passes.optional().stream()
                .filter(name -> !name.equals(pass) && !(pass.equals("joint-tables") && name.equals("hoisting")))
                .toList());
        Passes before = pass.equals("joint-tables")
                ? Passes.without(Passes.optional().stream()
                        .filter(name -> !name.equals("hoisting"))
                        .toList())
                : none;
        if (row.required()) {
            Program lowered = Lowering.lower(graph, Monitor.byDefault(), Summing.joint());
            return difference(lowered.toString(), none.apply(lowered).toString());
        }
        boolean ofCode = pass.equals("tallies") || pass.equals("first-writes");
        return difference(print(graph, before, ofCode), print(graph, alone, ofCode));
    }

    private static String print(Graph graph, Passes passes, boolean code) {
        Program program = passes.apply(Lowering.lower(graph, Monitor.byDefault(), Summing.joint(), passes.centring()));
        return code
                ? Generator.generate(program, "", new ClassCache(1), passes.choices())
                        .source()
                : program.toString();
    }

    private static String difference(String before, String after) {
        return LineChanges.between(before, after).stream()
                .map(line -> line.substring(0, 2) + line.substring(2).strip() + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void whatWasChangedIsSeenLineByLine() {
        assertThat(LineChanges.between("a\nb\nc\nd\n", "a\nc\nx\nd\n")).containsExactly("- b", "+ x");
        assertThat(LineChanges.between("a\n", "a\n")).isEmpty();
        assertThat(LineChanges.between("", "a\nb\n")).containsExactly("+ a", "+ b");
        assertThat(LineChanges.between("a\na\n", "a\n")).containsExactly("- a");
    }

    @Test
    void aPassThatIsUnknownOrRequiredCannotBeLeftOut() {
        assertThatThrownBy(() -> Passes.without(List.of("hosting")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no pass hosting; did you mean hoisting?")
                .hasMessageContaining("linear-sums");
        assertThatThrownBy(() -> Passes.without(List.of("site-storage"))).hasMessageContaining("cannot be left out");
    }

    @Test
    void namesAreDistinctAndReasonsAreSentences() {
        assertThat(passes()).doesNotHaveDuplicates();
        for (Passes.Row row : Passes.all().rows()) {
            assertThat(row.name()).matches("[a-z]+(-[a-z]+)*");
            assertThat(row.reason()).matches("[A-Z].*\\.");
            assertThat(row.place()).matches("[A-Z].*\\.");
        }
    }

    @Test
    void theReportNamesEveryPass() {
        Graph graph = Graph.bind(
                Model.of("model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }"),
                DataFile.parse(SourceText.of("data.R", "y <- 1"), Dialect.JAGS));
        String report =
                ModelCompiler.explain(graph, Monitor.byDefault(), Summing.joint(), Passes.without(List.of("aliases")));
        passes().forEach(pass -> assertThat(report).contains(". " + pass));
        assertThat(report).contains("left out").contains("changes nothing here").contains("+ -0.5 * (mu[0] * mu[0])");
    }
}
