package dev.tandem.report.text;

/** Text as it stands in a page. */
public final class Markup {
    private Markup() {}

    /** Text with the characters spelled out that a page would read as its own. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
