package dev.tandem.runs;

import dev.tandem.draws.DrawStore;
import dev.tandem.runs.files.TableReader;
import java.io.IOException;
import java.util.List;

/** Draws in the files of a run folder: some columns of the tables of some chains, cut to a common length. */
final class FileStore implements DrawStore {
    private final List<TableReader> chains;
    private final int firstColumn;
    private final int draws;

    FileStore(List<TableReader> chains, int firstColumn, int draws) {
        this.chains = chains;
        this.firstColumn = firstColumn;
        this.draws = draws;
    }

    @Override
    public int chains() {
        return chains.size();
    }

    @Override
    public int draws() {
        return draws;
    }

    @Override
    public void copyColumns(int chain, int first, int every, double[][] destination) {
        try {
            chains.get(chain).copyColumns(firstColumn + first, every, destination);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void copyRow(int chain, int draw, double[] destination) {
        try {
            chains.get(chain).copyRow(draw, firstColumn, destination);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public double value(int chain, int draw, int element) {
        try {
            return chains.get(chain).value(draw, firstColumn + element);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static RunFolderException unreadable(IOException e) {
        return new RunFolderException("the draws cannot be read: " + e.getMessage(), e);
    }
}
