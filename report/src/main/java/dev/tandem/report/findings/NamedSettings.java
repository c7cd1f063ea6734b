package dev.tandem.report.findings;

/** The wording of those who give settings by name, start values among them: options of a command, fields of a request. */
public interface NamedSettings extends Wording {
    @Override
    default String startsBy() {
        return " with " + name(Setting.STARTS);
    }

    @Override
    default String startsAside() {
        return " (" + name(Setting.STARTS) + ")";
    }
}
