package dev.tandem.language.data;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.token.WrongFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads data and initial values: an R dump, a list or a table of BUGS, JSON or CSV, told apart by name and content. */
public final class DataFile {
    /** The formats. */
    public enum Format {
        R,
        JSON,
        CSV,
        BUGS_TABLE
    }

    private static final int LOOK = 4_000;
    private static final String R_ASSIGNMENT = "^[\"'`]?[.\\w]+[\"'`]?\\s*(<-|=)|^list\\s*\\(";

    private DataFile() {}

    /** Reads a file in the dialect of JAGS. */
    public static DataSet read(Path path) {
        return read(path, Dialect.JAGS);
    }

    public static DataSet read(Path path, Dialect dialect) {
        return parse(SourceText.read(path), dialect);
    }

    /**
     * Reads several files in order.
     *
     * @throws SourceException if two of them give the same variable
     */
    public static DataSet read(List<Path> paths, Dialect dialect) {
        DataSet all = DataSet.empty();
        for (Path path : paths) {
            all = all.merge(read(path, dialect));
        }
        return all;
    }

    /**
     * Reads text that is already at hand.
     *
     * @throws SourceException if it is not data
     */
    public static DataSet parse(SourceText source, Dialect dialect) {
        WrongFile.refuseEmpty(source);
        try {
            return switch (format(source)) {
                case R -> new RDump(source, dialect).read();
                case JSON -> new JsonData(source).read();
                case CSV -> new CsvData(source).read();
                case BUGS_TABLE -> new BugsTable(source).read();
            };
        } catch (SourceException e) {
            WrongFile.refuseAsData(source);
            throw e;
        }
    }

    static Format format(SourceText source) {
        String name = source.name().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (name.endsWith(".json")) {
            return Format.JSON;
        }
        if (name.endsWith(".csv") || name.endsWith(".tsv")) {
            return Format.CSV;
        }
        String head = source.text().substring(0, Math.min(LOOK, source.text().length()));
        String code = head.replaceAll("(?m)^[ \\t]*#.*$", "").strip();
        if (code.startsWith("{") || code.startsWith("[")) {
            return Format.JSON;
        }
        if (BugsTable.looksSo(code)) {
            return Format.BUGS_TABLE;
        }
        if (name.endsWith(".r")
                || name.endsWith(".rdump")
                || Pattern.compile(R_ASSIGNMENT).matcher(code).find()) {
            return Format.R;
        }
        String first = code.lines().findFirst().orElse("");
        boolean table = first.contains(",") || first.contains("\t") || first.contains(";");
        return table && !first.contains("(") ? Format.CSV : Format.R;
    }
}
