package dev.tandem.draws;

/** Every so many draws of another store, for tables too long to look at as a whole. */
record ThinnedStore(DrawStore all, int every) implements DrawStore {
    @Override
    public int chains() {
        return all.chains();
    }

    @Override
    public int draws() {
        return all.draws() / every;
    }

    @Override
    public void copyColumns(int chain, int first, int step, double[][] destination) {
        all.copyColumns(chain, first, step * every, destination);
    }

    @Override
    public void copyRow(int chain, int draw, double[] destination) {
        all.copyRow(chain, draw * every, destination);
    }

    @Override
    public double value(int chain, int draw, int element) {
        return all.value(chain, draw * every, element);
    }
}
