package dev.tandem.exports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Where an export goes, and in which form.
 *
 * @param path the file or folder
 * @param format what is written there
 * @param layout the rows of a CSV file
 * @param overwrite whether what is there may be replaced
 */
public record Target(Path path, Format format, TidyCsv.Layout layout, boolean overwrite) {
    /**
     * A place that must be free, in the format that its name tells.
     *
     * @throws IllegalArgumentException if the name tells none
     */
    public static Target of(Path path) {
        return of(
                path,
                Format.byName(path)
                        .orElseThrow(() ->
                                new IllegalArgumentException(path + " does not tell its format, which could be any of "
                                        + String.join(", ", Format.labels()))));
    }

    /** A place that must be free. */
    public static Target of(Path path, Format format) {
        return new Target(path, format, TidyCsv.Layout.WIDE, false);
    }

    /** This place, replacing what is there. */
    public Target overwriting() {
        return new Target(path, format, layout, true);
    }

    /** This place with a row for each value instead of each draw, for CSV. */
    public Target tall() {
        return new Target(path, format, TidyCsv.Layout.LONG, overwrite);
    }

    /**
     * Writes all of it or, with an exception, nothing.
     *
     * @throws Destination.RefusedException if nothing can be written there
     */
    public void write(Contents contents) {
        try (Destination destination = format.destination(path, overwrite)) {
            switch (format) {
                case STAN_CSV -> StanCsv.write(contents.draws(), contents.provenance(), destination.path());
                case CODA -> CodaFiles.write(contents.draws(), contents.provenance(), destination.path());
                case ARVIZ ->
                    ArvizZarr.write(contents.groups(), contents.data(), contents.provenance(), destination.path());
                case ARROW -> ArrowFile.write(contents.draws(), contents.provenance(), destination.path());
                case CSV -> TidyCsv.write(contents.draws(), layout, destination.path());
            }
            destination.commit();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path + ": " + Destination.reason(e), e);
        }
    }
}
