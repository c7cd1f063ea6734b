package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.Subcommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** A line that is read without picocli means what picocli would have read, and what is odd is left to it. */
class PlainLineTest {
    private static final List<String> VALUES = List.of(
            "1",
            "0",
            "40",
            "007",
            "-3",
            "1e3",
            "0.5",
            "a",
            "a,b",
            "a,,b",
            "",
            "x.y_z",
            "b c",
            "@f",
            "'q'",
            "999999999999");

    @Test
    void theUsualLinesAreReadPlainly() {
        for (String line : List.of(
                "sample m.bug",
                "sample m.bug --data d.json",
                "sample --data=d.json m.bug --draws 20 --warmup=30 --chains 1 --seed 7 --thin 2 --threads 3",
                "sample m.bug --data d.json --json --strict --quiet --rows 0 --monitor a,b --sum z",
                "sample m.bug -q",
                "check m.bug",
                "check m.bug --data d.json --monitor mu")) {
            assertThat(sameAsPicocli(line.split(" "))).as(line).isTrue();
        }
    }

    @Test
    void whatIsOddIsLeftToPicocli() {
        for (String line : List.of(
                "sample",
                "check",
                "sample --help",
                "sample m.bug n.bug",
                "sample m.bug --draws",
                "sample m.bug --draws -5",
                "sample m.bug --draws 1 --draws 2",
                "sample m.bug -q --quiet",
                "sample m.bug --json=true",
                "sample m.bug --drawz 5",
                "sample @file",
                "sample m.bug -- n",
                "sample --resume run",
                "sample --example gmm",
                "summary run",
                "sample m.bug --monitor a,,b")) {
            assertThat(PlainLine.read(line.split(" "))).as(line).isNull();
        }
        assertThat(PlainLine.read()).isNull();
    }

    /** Lines of random words: each option that there is, with values good and bad, in any order. */
    @Test
    void whateverIsReadPlainlyIsReadAsPicocliDoes() {
        Random random = new Random(1);
        int plain = 0;
        for (String command : List.of("sample", "check")) {
            List<String> words = new ArrayList<>(List.of("m.bug", "--", "-x"));
            Tandem.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()))
                    .getSubcommands()
                    .get(command)
                    .getCommandSpec()
                    .options()
                    .forEach(option -> words.addAll(List.of(option.names())));
            for (int trial = 0; trial < 400; trial++) {
                List<String> line = new ArrayList<>(List.of(command));
                if (random.nextBoolean()) {
                    line.add("model.bug");
                }
                for (int i = random.nextInt(4); i > 0; i--) {
                    String word = words.get(random.nextInt(words.size()));
                    String value = VALUES.get(random.nextInt(VALUES.size()));
                    switch (random.nextInt(3)) {
                        case 0 -> line.add(word);
                        case 1 -> line.add(word + "=" + value);
                        default -> {
                            line.add(word);
                            line.add(value);
                        }
                    }
                }
                plain += sameAsPicocli(line.toArray(new String[0])) ? 1 : 0;
            }
        }
        assertThat(plain).isGreaterThan(50);
    }

    @Test
    void complaintsAreTheSame(@TempDir Path folder) throws Exception {
        String model = Files.writeString(folder.resolve("m.bug"), "model { x ~ dnorm(0, 1) }")
                .toString();
        String odd = Files.writeString(folder.resolve("odd.bug"), "model { x ~ dnorm(y, 1) }")
                .toString();
        for (List<String> line : List.of(
                List.of("sample", model, "--chains", "0"),
                List.of("sample", model, "--monitor", "zz"),
                List.of("sample", model, "--monitor", "x,x"),
                List.of("sample", odd),
                List.of("check", model, "--sum", "q"),
                List.of("check", folder.resolve("none.bug").toString()))) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int code = Tandem.run(new PrintWriter(out), new PrintWriter(err), line.toArray(new String[0]));
            StringWriter expectedOut = new StringWriter();
            StringWriter expectedErr = new StringWriter();
            int expected = Tandem.commandLine(new PrintWriter(expectedOut), new PrintWriter(expectedErr))
                    .execute(line.toArray(new String[0]));
            assertThat(PlainLine.read(line.toArray(new String[0])))
                    .as("%s", line)
                    .isNotNull();
            assertThat(code).as("%s", line).isEqualTo(expected);
            assertThat(err.toString())
                    .as("%s", line)
                    .isEqualTo(expectedErr.toString())
                    .isNotEmpty();
            assertThat(out.toString()).as("%s", line).isEqualTo(expectedOut.toString());
        }
    }

    /** Whether a line is read plainly; if it is, every field is what picocli makes it. */
    private static boolean sameAsPicocli(String... line) {
        Subcommand plain = PlainLine.read(line);
        if (plain == null) {
            return false;
        }
        CommandLine all = Tandem.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
        try {
            all.parseArgs(line);
        } catch (ParameterException e) {
            throw new AssertionError("picocli complains about " + List.of(line) + ": " + e.getMessage(), e);
        }
        Object parsed = all.getSubcommands().get(line[0]).getCommandSpec().userObject();
        assertThat(values(plain, "")).as("%s", List.of(line)).isEqualTo(values(parsed, ""));
        return true;
    }

    private static Map<String, String> values(Object holder, String prefix) {
        Map<String, String> values = new TreeMap<>();
        try {
            for (Field field : holder.getClass().getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                field.setAccessible(true);
                if (field.isAnnotationPresent(Mixin.class)) {
                    values.putAll(values(field.get(holder), prefix + field.getName() + "."));
                } else if (field.isAnnotationPresent(Option.class) || field.isAnnotationPresent(Parameters.class)) {
                    values.put(prefix + field.getName(), String.valueOf(field.get(holder)));
                }
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return values;
    }
}
