package dev.tandem.cli;

import dev.tandem.cli.commands.CheckCommand;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.sample.SampleCommand;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads the command lines that are given most often without picocli, whose own start takes longer than to sample a small
 * model. Any line with a word that is not surely read alike is left to picocli, and so are all complaints.
 */
final class PlainLine {
    private PlainLine() {}

    /** Whether a line asks for the version and nothing else. */
    static boolean asksForVersion(String... arguments) {
        return arguments.length == 1 && (arguments[0].equals("--version") || arguments[0].equals("-V"));
    }

    /** The command of a line with all that was given; null if picocli has to read it. */
    static Subcommand read(String... arguments) {
        Subcommand command = arguments.length == 0 ? null : command(arguments[0]);
        return command != null && fill(command, arguments) ? command : null;
    }

    private static Subcommand command(String name) {
        return switch (name) {
            case "sample" -> new SampleCommand();
            case "check" -> new CheckCommand();
            case "serve" -> new ServeCommand();
            default -> null;
        };
    }

    private static boolean fill(Subcommand command, String... arguments) {
        Set<String> seen = new HashSet<>();
        for (int i = 1; i < arguments.length; i++) {
            String word = arguments[i];
            if (!plain(word)) {
                return false;
            }
            if (word.charAt(0) != '-') {
                if (!command.argument(word)) {
                    return false;
                }
                continue;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            // Whether an option may be given twice is for picocli to say.
            if (!seen.add(name)) {
                return false;
            }
            if (equals < 0 && command.flag(name)) {
                continue;
            }
            if (equals < 0 && ++i == arguments.length) {
                return false;
            }
            String value = equals < 0 ? arguments[i] : word.substring(equals + 1);
            if (!plain(value) || value.charAt(0) == '-' || !command.option(name, value)) {
                return false;
            }
        }
        return command.complete();
    }

    /** Whether a word holds nothing that could mean more than itself: a file of arguments, quotes, a variable. */
    private static boolean plain(String word) {
        if (word.isEmpty() || word.charAt(0) == '@') {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char letter = word.charAt(i);
            if (letter < ' ' || letter == '"' || letter == '\'' || letter == '$' || letter == '\\') {
                return false;
            }
        }
        return true;
    }
}
