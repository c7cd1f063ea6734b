package dev.tandem.cli.options;

import dev.tandem.report.findings.NamedSettings;
import dev.tandem.report.findings.Setting;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.UnwritableRunException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What libraries advise, in the words of the command line. */
public enum OptionWords implements NamedSettings {
    OPTIONS;

    @Override
    public String name(Setting setting) {
        return setting == Setting.STARTS
                ? "--init"
                : "--" + setting.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String values(Value... values) {
        return Arrays.stream(values)
                .map(value -> name(value.setting()) + " " + value.value())
                .collect(Collectors.joining(" "));
    }

    @Override
    public String goOn(String folder) {
        return "To go on: tandem sample --resume " + folder;
    }

    @Override
    public String startAgain() {
        return "The same command starts again from the beginning; with --out DIR it could have gone on.";
    }

    @Override
    public String moreMemory() {
        return "give Java more memory, as in TANDEM_JAVA_OPTIONS=-Xmx16g.";
    }

    @Override
    public String morePredictions() {
        return "tandem predict writes predictions to a file.";
    }

    /** What went wrong, and what can be done about it by options. */
    public static String message(Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (failure instanceof RunFolderException refused) {
            return message + refused.remedy().map(OptionWords::hint).orElse("");
        }
        if (failure instanceof UnwritableRunException unwritable) {
            return message + "; to go on: tandem sample --resume " + unwritable.folder();
        }
        return message;
    }

    private static String hint(RunFolderException.Remedy remedy) {
        return switch (remedy.way()) {
            case RESUME_OR_OVERWRITE -> ": --resume " + remedy.folder() + " goes on with it, --overwrite replaces it";
            case RESUME_OR_ELSEWHERE ->
                ": --resume " + remedy.folder() + " goes on with it; give another folder to --out";
            case RESUME_REPAIRS -> "; tandem sample --resume " + remedy.folder() + " draws again what is lost";
            case RESUME -> "; to go on: tandem sample --resume " + remedy.folder();
        };
    }
}
