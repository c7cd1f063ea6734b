package dev.tandem.cli.screen;

import java.util.Map;

/** The colours of a terminal, where it has them and nobody has asked for none. */
final class Colours {
    static final String DONE = "\u001b[32m";
    static final String WARNING = "\u001b[33m";
    static final String FAINT = "\u001b[2m";
    static final String PLAIN = "\u001b[0m";

    private Colours() {}

    /** As https://no-color.org has it; a terminal that calls itself dumb has none. */
    static boolean wanted(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    static String of(String colour, String text) {
        return colour + text + PLAIN;
    }
}
