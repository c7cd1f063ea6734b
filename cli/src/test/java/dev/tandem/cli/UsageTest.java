package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.exports.Format;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Help, lists and complaints. */
class UsageTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sample --example gmmm            | unknown example gmmm; did you mean gmm?
            sample --example variable        | unknown example variable; did you mean variable-selection?
            sample --example zebra           | unknown example zebra; 'tandem examples' lists those there are
            sample --sampler nut             | unknown sampler nut; did you mean nuts?
            sample --sampler NODE            | unknown sampler NODE; did you mean node?
            sample --sampler zebra           | unknown sampler zebra; 'tandem samplers' lists those there are
            sample --chians 4                | unknown option --chians; did you mean --chains?
            sample --chians=4                | unknown option --chians; did you mean --chains?
            sample --zebra                   | unknown option --zebra
            sample a.bug b.bug               | unexpected argument b.bug
            sample a.bug --example gmm       | give either a model file or --example, not both
            sample                           | no model was given: tandem sample MODEL --data FILE, or tandem sample --example gmm
            sampel                           | unknown command sampel; did you mean sample?
            sample --chains four             | invalid value for option '--chains': 'four' is not an int
            sample --chains                  | missing required parameter for option '--chains' (N)
            sample --chains 0                | chains must be at least 1, not 0
            sample --draws 0                 | draws must be at least 1, not 0
            sample --warmup -1               | warmup must be at least 0, not -1
            sample --thin 0                  | thin must be at least 1, not 0
            sample --threads 0               | threads must be at least 1, not 0
            sample --rows -1                 | rows must be at least 0, not -1
            sample --step-size 0             | the step size must be between 1e-12 and 1e12, not 0.0
            sample --trajectory-time NaN     | the trajectory time must be between 1e-12 and 1e12, not NaN
            sample --target-acceptance 1     | the target acceptance must be between 0 and 1, not 1.0
            sample --draws 99999 --thin 99999 | 9999801001 iterations in a chain are more than 2147483647
            """)
    void saysWhatIsWrongInOneLine(String arguments, String complaint) {
        Terminal terminal = Terminal.run(arguments.split(" "));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err().lines().toList()).hasSize(2);
        assertThat(terminal.err().lines().findFirst().orElseThrow()).endsWith(": " + complaint);
    }

    @Test
    void asksForACommand() {
        Terminal terminal = Terminal.run();
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).startsWith("tandem: a command is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "sample --help", "samplers --help", "examples --help"})
    void helpsWithExamples(String arguments) {
        Terminal terminal = Terminal.run(arguments.split(" "));
        assertThat(terminal.code()).isZero();
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).contains("Usage: tandem", "Example", "  tandem sample --example");
        assertThat(terminal.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(90));
    }

    static Set<String> commands() {
        return Tandem.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()))
                .getSubcommands()
                .keySet();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandShowsExamplesOfItself(String command) {
        Terminal terminal = Terminal.run(command, "--help");
        assertThat(terminal.out()).startsWith("Usage: tandem " + command).contains("Example");
        assertThat(terminal.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(90));
        assertThat(terminal.out().lines().filter(line -> line.contains("  tandem ") || line.contains("(tandem ")))
                .isNotEmpty();
    }

    @Test
    void exportNamesEveryFormat() {
        String help = Terminal.run("export", "--help").out();
        for (String format : Format.labels()) {
            assertThat(help.lines()).as(format).anyMatch(line -> line.matches("  " + format + " +\\w.*"));
        }
    }

    @Test
    void tellsItsVersion() {
        assertThat(Terminal.run("--version").out()).startsWith("tandem ").contains("Java ");
    }

    @Test
    void listsEverySamplerAndMarksTheBiasedOnes() {
        String list = Terminal.run("samplers").out();
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            String line = list.lines()
                    .filter(text -> text.startsWith(method.label() + " "))
                    .findFirst()
                    .orElseThrow();
            assertThat(line).endsWith(method.description());
            assertThat(line.contains("BIASED"))
                    .isEqualTo(!KernelFamily.of(method).exact());
        }
    }

    @Test
    void listsEveryExample() {
        Terminal terminal = Terminal.run("examples");
        assertThat(terminal.out().lines().map(line -> line.replaceFirst(" .*", "")))
                .containsExactlyElementsOf(Example.names());
    }
}
