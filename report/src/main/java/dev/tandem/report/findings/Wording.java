package dev.tandem.report.findings;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How advice speaks of settings, which depends on where they are made: a program calls methods, a user gives options.
 * Findings know what should change; this knows what the reader calls it.
 */
public interface Wording {
    /** A setting and what it should be. */
    record Value(Setting setting, String value) {
        public static Value of(Setting setting, long value) {
            return new Value(setting, Long.toString(value));
        }
    }

    /** The name of a setting, as in "try a longer ..". */
    String name(Setting setting);

    /** Settings with their values, as in "try ..". */
    String values(Value... values);

    /** How start values are given, after "start values"; empty if there is no more to say. */
    String startsBy();

    /** How start values are given, as an aside. */
    String startsAside();

    /** How a run that was stopped goes on in its folder. */
    String goOn(String folder);

    /** What can be done about a run that was stopped and is in no folder. */
    String startAgain();

    /** How Java is given more memory. */
    String moreMemory();

    /** Where predictions can be had that are too many for a page. */
    String morePredictions();

    /** For whoever makes settings in a program. */
    static Wording plain() {
        return new Wording() {
            @Override
            public String name(Setting setting) {
                return setting.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }

            @Override
            public String values(Value... values) {
                return Arrays.stream(values).map(this::value).collect(Collectors.joining(" and "));
            }

            private String value(Value value) {
                return switch (value.setting()) {
                    case CHAINS, DRAWS -> value.value() + " " + name(value.setting());
                    case WARMUP, TARGET_ACCEPTANCE -> "a " + name(value.setting()) + " of " + value.value();
                    case SEED, SAMPLER, STARTS -> "the " + name(value.setting()) + " " + value.value();
                };
            }

            @Override
            public String startsBy() {
                return "";
            }

            @Override
            public String startsAside() {
                return "";
            }

            @Override
            public String goOn(String folder) {
                return "The run can be resumed from its folder, " + folder + ".";
            }

            @Override
            public String startAgain() {
                return "It starts again from the beginning; a run in a folder could have gone on.";
            }

            @Override
            public String moreMemory() {
                return "give Java more memory.";
            }

            @Override
            public String morePredictions() {
                return "they can be written to a file.";
            }
        };
    }
}
