package dev.tandem.report;

import java.util.List;

/**
 * What warmup chose for each chain and how each fared, as text.
 *
 * @param headings of the columns, the chain's number first
 * @param rows one for each chain
 */
public record ChainTable(List<String> headings, List<List<String>> rows) {
    public ChainTable {
        headings = List.copyOf(headings);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != headings.size()) {
                throw new IllegalArgumentException(
                        row.size() + " cells under " + headings.size() + " headings in the table of chains");
            }
        }
    }
}
