package dev.tandem.exports;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The formats that draws can be written in. */
public enum Format {
    STAN_CSV("a folder of CSV files as CmdStan writes them, one for each chain"),
    CODA("a folder with CODAindex.txt and a file for each chain, as JAGS writes them"),
    ARVIZ("ArviZ's InferenceData as Zarr, a folder or, if the name ends in .zip, one file"),
    ARROW("an Arrow IPC file (Feather version 2)"),
    CSV("one CSV file, a row for each draw, or for each value with --long");

    private final String description;

    Format(String description) {
        this.description = description;
    }

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What is written, in a line. */
    public String description() {
        return description;
    }

    public static List<String> labels() {
        return List.of(values()).stream().map(Format::label).toList();
    }

    /** Opens the place that a file or folder of this format goes to. */
    public Destination destination(Path path, boolean overwrite) {
        return switch (this) {
            case STAN_CSV -> Destination.folder(path, overwrite, name -> name.matches("output_\\d+\\.csv"));
            case CODA -> Destination.folder(path, overwrite, name -> name.matches("CODA(index|chain\\d+)\\.txt"));
            case ARVIZ ->
                ArvizZarr.isFile(path)
                        ? Destination.file(path, overwrite)
                        : Destination.folder(path, overwrite, ArvizZarr::isOwn);
            case ARROW, CSV -> Destination.file(path, overwrite);
        };
    }
}
