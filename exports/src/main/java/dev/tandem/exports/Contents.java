package dev.tandem.exports;

import dev.tandem.draws.DrawSource;
import java.util.List;

/**
 * What an export holds, whatever its format.
 *
 * @param draws the table, for formats that hold one
 * @param groups all tables, for ArviZ
 * @param data what was given, for ArviZ
 * @param provenance where the draws come from
 */
public record Contents(
        DrawSource draws, List<ArvizZarr.DrawGroup> groups, List<ArvizZarr.DataGroup> data, Provenance provenance) {
    public Contents {
        groups = List.copyOf(groups);
        data = List.copyOf(data);
    }
}
