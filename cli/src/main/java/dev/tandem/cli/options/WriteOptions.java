package dev.tandem.cli.options;

import dev.tandem.draws.NearMiss;
import dev.tandem.exports.Contents;
import dev.tandem.exports.Destination;
import dev.tandem.exports.Format;
import dev.tandem.exports.Target;
import dev.tandem.exports.TidyCsv;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that writes draws to files: where, in which format, and whether over what is there. */
public final class WriteOptions {
    /** What completion offers. */
    public static final class Formats extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Formats() {
            super(Format.labels());
        }
    }

    @Option(names = "--out", paramLabel = "PATH", description = "The file or folder to write.")
    private Path path;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = Formats.class,
            description = {
                "What to write: ${COMPLETION-CANDIDATES}.",
                "Default: what the name ends in, .csv, .arrow, .feather, .zarr or .zarr.zip."
            })
    private String formatName;

    @Option(names = "--long", description = "With csv: a row for each value instead of each draw.")
    private boolean tall;

    @Option(names = "--overwrite", description = "Replace what is there under this name.")
    private boolean overwrite;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Whether anything is to be written. */
    public boolean wanted() {
        if (path == null && (formatName != null || tall || overwrite)) {
            throw bad("--out is missing: it says where to write");
        }
        return path != null;
    }

    /** Complains if there is nowhere to write. */
    public void require() {
        if (!wanted()) {
            throw bad("--out is missing: it says where to write");
        }
    }

    public Path path() {
        return path;
    }

    /** The format asked for, or the one that the name tells. */
    public Format format() {
        Format format = formatName == null ? byName() : byLabel();
        if (tall && format != Format.CSV) {
            throw bad("--long goes with --format csv only");
        }
        return format;
    }

    private Format byLabel() {
        for (Format format : Format.values()) {
            if (format.label().equals(formatName)) {
                return format;
            }
        }
        throw bad("unknown format " + formatName + NearMiss.hint(formatName, Format.labels()) + " There are "
                + String.join(", ", Format.labels()));
    }

    private Format byName() {
        return Format.byName(path)
                .orElseThrow(() ->
                        bad("--format is missing: " + path + " could be any of " + String.join(", ", Format.labels())));
    }

    /** Where it goes, and in which form. */
    public Target target() {
        return new Target(path, format(), tall ? TidyCsv.Layout.LONG : TidyCsv.Layout.WIDE, overwrite);
    }

    /** Writes all of it or, with a complaint, nothing. */
    public void write(Contents contents) {
        Target target = target();
        refusing(() -> {
            target.write(contents);
            return target;
        });
    }

    /** Does what may be refused for the place that was given. */
    public <T> T refusing(Supplier<T> writing) {
        try {
            return writing.get();
        } catch (Destination.RefusedException e) {
            throw bad(e.getMessage() + (e.occupied() ? "; --overwrite replaces it" : ""));
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
