package dev.tandem.paper;

import java.util.List;

/**
 * The report of one experiment.
 *
 * @param name the experiment
 * @param title its title
 * @param parts text, pictures and tables in order
 * @param claims what the paper claims, and what became of it
 */
record Section(String name, String title, List<Part> parts, List<Claim> claims) {
    Section {
        parts = List.copyOf(parts);
        claims = List.copyOf(claims);
    }

    /** A piece of the report. */
    sealed interface Part permits Text, Picture, Table {}

    /**
     * A paragraph.
     *
     * @param text its words
     */
    record Text(String text) implements Part {}

    /**
     * A figure.
     *
     * @param name the name of its file
     * @param caption what it shows
     * @param svg the picture
     */
    record Picture(String name, String caption, String svg) implements Part {}

    /**
     * A table.
     *
     * @param name the name of its file
     * @param caption what it shows
     * @param header the columns' names
     * @param rows the cells
     */
    record Table(String name, String caption, List<String> header, List<List<String>> rows) implements Part {}

    /** What became of a claim. */
    enum Verdict {
        CONFIRMED("confirmed"),
        CORRECTED("corrected"),
        NOT_REPRODUCED("not reproduced"),
        OPEN("not decided at this scale");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /**
     * A claim of the paper.
     *
     * @param claim what it says
     * @param paper the paper's figures
     * @param published what the published algorithm gives here
     * @param tandem what Tandem's default gives here
     * @param verdict the verdict
     * @param why the reason for it
     */
    record Claim(String claim, String paper, String published, String tandem, Verdict verdict, String why) {}
}
