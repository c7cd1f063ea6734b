package dev.tandem.serve;

import dev.tandem.report.findings.NamedSettings;
import dev.tandem.report.findings.Setting;
import dev.tandem.report.findings.Wording;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What libraries advise, in the words of requests, which are also those of the packages for Python and R. */
enum FieldWords implements NamedSettings {
    FIELDS;

    @Override
    public String name(Setting setting) {
        return setting == Setting.STARTS ? "init" : setting.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String values(Value... values) {
        return Arrays.stream(values).map(this::value).collect(Collectors.joining(", "));
    }

    private String value(Value value) {
        boolean text = value.setting() == Setting.SAMPLER;
        return name(value.setting()) + "=" + (text ? "\"" + value.value() + "\"" : value.value());
    }

    @Override
    public String goOn(String folder) {
        return Wording.plain().goOn(folder);
    }

    @Override
    public String startAgain() {
        return "The same call starts again from the beginning.";
    }

    @Override
    public String moreMemory() {
        return "give Java more memory, as in TANDEM_JAVA_OPTIONS=-Xmx16g.";
    }

    @Override
    public String morePredictions() {
        return "predict has all of them.";
    }
}
