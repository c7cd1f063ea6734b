package dev.tandem.cli;

import dev.tandem.cli.options.BadFileException;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.draws.NearMiss;
import dev.tandem.language.source.SourceException;
import dev.tandem.runs.RunFolderException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells the user what went wrong, in a line and never as a stack trace. */
final class Complaints {
    private Complaints() {}

    static int badUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(name(command) + ": " + message(failure));
        err.println("'" + name(command) + " --help' shows how it is used");
        err.flush();
        return ExitCode.BAD_USAGE;
    }

    static int failedRun(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (failure instanceof SourceException source) {
            source.problems().forEach(problem -> err.println(problem.render()));
            err.flush();
            return ExitCode.BAD_USAGE;
        }
        if (failure instanceof RunFolderException) {
            err.println(name(command) + ": " + OptionWords.message(failure));
            err.flush();
            return ExitCode.BAD_USAGE;
        }
        if (failure instanceof BadFileException) {
            err.println(failure.getMessage());
            err.flush();
            return ExitCode.BAD_USAGE;
        }
        err.println(name(command) + ": " + (isDefect(failure) ? defect(failure) : OptionWords.message(failure)));
        err.flush();
        return ExitCode.FAILED;
    }

    /** What no input should lead to: of these Java says what the program did wrong, and nothing about the input. */
    private static boolean isDefect(Exception failure) {
        return failure instanceof IndexOutOfBoundsException
                || failure instanceof NullPointerException
                || failure instanceof ClassCastException
                || failure instanceof NegativeArraySizeException
                || failure instanceof ArithmeticException;
    }

    private static String defect(Exception failure) {
        String place = Arrays.stream(failure.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.tandem."))
                .findFirst()
                .map(frame -> " in " + frame.getClassName().replaceAll("/.*", "") + "." + frame.getMethodName())
                .orElse("");
        return "this is a defect of Tandem, and not of your model or data: " + failure + place
                + ". Please report it with the command, the model and the data";
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private static String message(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(failure.getCommandLine(), unmatched.getUnmatched().get(0));
        }
        return decapitalised(failure.getMessage());
    }

    private static String unmatched(CommandLine command, String argument) {
        if (argument.startsWith("-")) {
            List<String> options = new ArrayList<>();
            command.getCommandSpec().options().forEach(option -> options.addAll(List.of(option.names())));
            String name = argument.replaceFirst("=.*", "");
            return "unknown option " + name + NearMiss.hint(name, options);
        }
        if (command.getSubcommands().isEmpty()) {
            return "unexpected argument " + argument;
        }
        return "unknown command " + argument
                + NearMiss.hint(argument, command.getSubcommands().keySet());
    }

    private static String decapitalised(String message) {
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
}
