package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** The discrete part of a kernel: a schedule of sites, each visit an update. Counts visits and changes. */
public final class SiteSweep {
    private final int sites;
    private final SiteSchedule schedule;
    private final SiteUpdate update;
    private final LongRange longRange;
    private final Blocks blocks;
    private long visited;
    private long changed;

    public SiteSweep(int sites, SiteSchedule schedule, SiteUpdate update) {
        this(sites, schedule, update, LongRange.none(), Blocks.none());
    }

    /** A sweep that has moves of long range too, for sites that {@code update} walks, and joint draws of tied ones. */
    public SiteSweep(int sites, SiteSchedule schedule, SiteUpdate update, LongRange longRange, Blocks blocks) {
        this.sites = sites;
        this.schedule = schedule;
        this.update = update;
        this.longRange = longRange;
        this.blocks = blocks;
    }

    /** A new trajectory: a new order of sites and new auxiliary variables. */
    public void begin(Cursor cursor, double stepSize, WalkWidths widths, Randomness random) {
        if (sites > 0) {
            schedule.begin(random);
            update.widths(widths);
            update.begin(cursor, stepSize, random);
        }
    }

    /** Forgets the order of sites. */
    public void forget() {
        schedule.forget();
    }

    /**
     * Visits the {@code count} sites of block {@code block} of the sequence, in reverse when {@code direction} is -1.
     * Returns what that added to the log density.
     */
    public double block(Cursor cursor, long block, int count, int direction, Randomness random) {
        if (sites == 0) {
            return 0;
        }
        double logChange = 0;
        long first = block * count;
        for (int i = 0; i < count; i++) {
            int site = schedule.site(direction > 0 ? first + i : first + count - 1 - i);
            logChange += visit(cursor, site, random);
        }
        return logChange;
    }

    /** Visits one site out of order. */
    public double visit(Cursor cursor, int site, Randomness random) {
        return visit(cursor, site, update, random);
    }

    /**
     * Moves of long range, for about {@code weights} log weights. Their number does not depend on the state, and the
     * site to begin with is drawn anew.
     */
    public void longRange(Cursor cursor, int weights, Randomness random) {
        int visits = longRange.visits(weights, random);
        int first = visits == 0 ? 0 : longRange.first(random);
        for (int i = 0; i < visits; i++) {
            visit(cursor, longRange.site(first + i), longRange.update(), random);
        }
    }

    /** Joint draws of blocks, for about {@code weights} log weights; as with moves of long range. */
    public void blocks(Cursor cursor, int weights, Randomness random) {
        int visits = blocks.visits(weights, random);
        int first = visits == 0 ? 0 : blocks.first(random);
        for (int i = 0; i < visits; i++) {
            changed += blocks.draw(first + i, cursor, random);
            visited += blocks.sites(first + i);
        }
    }

    private double visit(Cursor cursor, int site, SiteUpdate update, Randomness random) {
        int old = cursor.value(site);
        double logChange = update.update(cursor, site, random);
        visited++;
        if (cursor.value(site) != old) {
            changed++;
        }
        return logChange;
    }

    /** Counts visits and changes of states that something else has drawn. */
    public void count(long visits, long changes) {
        visited += visits;
        changed += changes;
    }

    public int sites() {
        return sites;
    }

    /** Visits since this sweep was made. */
    public long visited() {
        return visited;
    }

    /** Changes of value since this sweep was made. */
    public long changed() {
        return changed;
    }
}
