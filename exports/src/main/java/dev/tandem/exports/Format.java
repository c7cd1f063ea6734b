package dev.tandem.exports;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats that draws can be written in. */
public enum Format {
    /** A folder of CSV files as CmdStan writes them, one for each chain. */
    STAN_CSV,
    /** A folder with an index and a file for each chain, as JAGS writes them. */
    CODA,
    /** ArviZ's InferenceData as Zarr, a folder or one zip file. */
    ARVIZ,
    /** An Arrow IPC file. */
    ARROW,
    /** One CSV file. */
    CSV;

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static List<String> labels() {
        return List.of(values()).stream().map(Format::label).toList();
    }

    /** The format that the name of a file or folder tells: .csv, .arrow, .feather, .zarr or .zarr.zip. */
    public static Optional<Format> byName(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".csv")) {
            return Optional.of(CSV);
        }
        if (name.endsWith(".arrow") || name.endsWith(".feather")) {
            return Optional.of(ARROW);
        }
        if (name.endsWith(".zarr") || name.endsWith(".zarr.zip")) {
            return Optional.of(ARVIZ);
        }
        return Optional.empty();
    }

    /** Whether it has room for what a model computes from draws: the log density. */
    public boolean holdsLogDensity() {
        return this == ARVIZ || this == STAN_CSV;
    }

    /** Whether it has room for several tables: predictions and data beside the draws. */
    public boolean holdsGroups() {
        return this == ARVIZ;
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
