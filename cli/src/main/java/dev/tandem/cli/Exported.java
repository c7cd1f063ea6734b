package dev.tandem.cli;

import dev.tandem.exports.ArvizZarr;
import dev.tandem.exports.DrawSource;
import dev.tandem.exports.Provenance;
import java.util.List;

/**
 * What a command writes to files.
 *
 * @param draws the table, for formats that hold one
 * @param groups all tables, for ArviZ
 * @param data what was given, for ArviZ
 * @param provenance where the draws come from
 */
record Exported(
        DrawSource draws, List<ArvizZarr.DrawGroup> groups, List<ArvizZarr.DataGroup> data, Provenance provenance) {
    Exported {
        groups = List.copyOf(groups);
        data = List.copyOf(data);
    }
}
