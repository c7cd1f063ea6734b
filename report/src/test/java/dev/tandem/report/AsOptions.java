package dev.tandem.report;

import dev.tandem.report.findings.NamedSettings;
import dev.tandem.report.findings.Setting;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A wording that shows where findings leave the words to others. */
public final class AsOptions implements NamedSettings {
    @Override
    public String name(Setting setting) {
        return "--" + setting.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String values(Value... values) {
        return Arrays.stream(values)
                .map(value -> name(value.setting()) + " " + value.value())
                .collect(Collectors.joining(" "));
    }

    @Override
    public String goOn(String folder) {
        return "To go on: --resume " + folder;
    }

    @Override
    public String startAgain() {
        return "Again.";
    }

    @Override
    public String moreMemory() {
        return "give more memory.";
    }

    @Override
    public String morePredictions() {
        return "elsewhere.";
    }
}
