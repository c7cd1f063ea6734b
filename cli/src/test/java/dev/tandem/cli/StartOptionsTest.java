package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever Java is started for sampling, its compilers begin at the same time: the launcher has the list. */
class StartOptionsTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Pattern OPTION =
            Pattern.compile("-XX:((?:Tier[34]|MaxInline|MaxRecursive)\\w+=\\d+|-UseTypeProfile)");

    @ParameterizedTest
    @ValueSource(strings = {"release/tandem.cmd", "python/src/tandem/_java.py", "r/R/session.R"})
    void compilersBeginAsInTheLauncher(String file) throws IOException {
        assertThat(options("tandem")).hasSize(10);
        assertThat(options(file)).isEqualTo(options("tandem"));
    }

    private static Set<String> options(String file) throws IOException {
        Set<String> options = new TreeSet<>();
        Matcher matcher = OPTION.matcher(Files.readString(ROOT.resolve(file)));
        while (matcher.find()) {
            options.add(matcher.group(1));
        }
        return options;
    }
}
