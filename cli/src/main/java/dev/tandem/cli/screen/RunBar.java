package dev.tandem.cli.screen;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One bar for all chains together: how much of the run is done, and how long the rest will take. */
final class RunBar {
    private static final int WIDTH = 30;

    /** The first iterations are slow while Java compiles, and say nothing about the time that is left. */
    private static final double TOO_EARLY = 0.01;

    private RunBar() {}

    /**
     * The bar as a line.
     *
     * @param whole iterations of each chain in the whole run, as far as that is known: while it warms up, a chain only knows
     *     the end of that
     * @param openEnded whether chains may be sent on, so that nobody knows the end
     * @param paint whether it is coloured
     */
    static String of(List<ChainLine> lines, long whole, boolean openEnded, boolean paint) {
        long total =
                Math.max(whole, lines.stream().mapToLong(ChainLine::total).max().orElse(0));
        double done = lines.stream().mapToLong(ChainLine::iteration).sum();
        double all = (double) total * lines.size();
        double share = all > 0 ? Math.min(1, done / all) : 0;
        int full = (int) Math.floor(share * WIDTH);
        char[] bar = new char[WIDTH];
        Arrays.fill(bar, 0, full, '#');
        Arrays.fill(bar, full, WIDTH, '-');
        double speed = lines.stream().mapToDouble(ChainLine::speed).sum();
        // Chains that wait will run as those do that run now, when these are done.
        String left = share < TOO_EARLY || share >= 1 || !(speed > 0)
                ? ""
                : ChainLine.duration((all - done) / speed) + (openEnded ? " to the next look" : " left");
        return String.format(
                        Locale.ROOT,
                        "run      %s %3d%%  %s",
                        paint
                                ? Colours.DONE
                                        + new String(bar, 0, full)
                                        + Colours.PLAIN
                                        + new String(bar, full, WIDTH - full)
                                : new String(bar),
                        (int) (100 * share),
                        left)
                .stripTrailing();
    }
}
