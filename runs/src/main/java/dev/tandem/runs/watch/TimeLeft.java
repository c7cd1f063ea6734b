package dev.tandem.runs.watch;

import dev.tandem.draws.summary.Convergence;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a run will still take, or why that cannot be known.
 *
 * @param words the time, or that it is not known
 * @param why what the time rests on
 */
record TimeLeft(String words, String why) {
    /** Fewer draws than this say nothing about how many are needed. */
    private static final int FEWEST = 100;

    private static final TimeLeft UNKNOWN = new TimeLeft("not known yet", "");

    /**
     * Where a chain is.
     *
     * @param progress empty while it has not begun
     * @param perSecond its iterations in a second; NaN while that is not known
     */
    record ChainPace(Optional<Progress> progress, double perSecond) {}

    /**
     * @param draws draws of each chain at the latest look
     * @param judged the worst at that look; empty before there was one
     */
    static TimeLeft of(Settings settings, List<ChainPace> chains, int draws, Optional<Convergence> judged) {
        double speed = chains.stream()
                .filter(chain -> chain.progress().isPresent()
                        && !reached(chain.progress().get()))
                .mapToDouble(ChainPace::perSecond)
                .filter(each -> each > 0)
                .sum();
        if (!(speed > 0)) {
            return UNKNOWN;
        }
        boolean warming = chains.stream()
                .anyMatch(chain -> chain.progress()
                        .filter(progress -> progress.stage().equals("sampling"))
                        .isEmpty());
        if (settings.until().isPresent()) {
            return until(settings, settings.until().get(), speed, draws, judged, warming);
        }
        double whole = settings.warmup() + (double) settings.draws() * settings.thin();
        double left = 0;
        double longest = 0;
        for (ChainPace chain : chains) {
            double own = whole - chain.progress().map(Progress::iteration).orElse(0);
            left += Math.max(0, own);
            if (chain.perSecond() > 0) {
                longest = Math.max(longest, own / chain.perSecond());
            }
        }
        double seconds = Math.max(longest, left / speed);
        String why = warming
                ? "if iterations go on as fast as in warmup"
                : judged.filter(worst -> worst.size() > 0 && draws >= FEWEST)
                        .map(worst -> String.format(
                                Locale.ROOT,
                                "about %s effective draws then",
                                rounded(worst.size() * settings.draws() / draws)))
                        .orElse("to the last draw");
        return new TimeLeft(duration(seconds), why);
    }

    private static TimeLeft until(
            Settings settings,
            StoppingRule rule,
            double speed,
            int draws,
            Optional<Convergence> judged,
            boolean warming) {
        if (warming || draws < FEWEST || judged.isEmpty() || !(judged.get().size() > 0)) {
            return new TimeLeft("not known yet", "too few draws to tell");
        }
        Convergence worst = judged.get();
        if (!(worst.rhat() < 1 + 3 * (StoppingRule.RHAT - 1))) {
            return new TimeLeft("not known", "the chains do not agree yet");
        }
        // Effective draws grow as draws do, once chains agree.
        double more = Math.max(0, rule.effectiveSize() / worst.size() - 1) * draws;
        if (more == 0) {
            return new TimeLeft("soon", "waits for chains to agree, and to be looked at");
        }
        return new TimeLeft(
                duration(more * settings.thin() * settings.chains() / speed), "if effective draws grow as they did");
    }

    private static boolean reached(Progress progress) {
        return progress.iteration() >= progress.total();
    }

    /** To two digits: more would not be true. */
    private static String rounded(double value) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1));
        return String.format(Locale.ROOT, "%,d", Math.round(value / unit) * (long) unit);
    }

    static String duration(double seconds) {
        if (seconds < 50) {
            return seconds < 10 ? "some seconds" : "about " + 10 * Math.round(seconds / 10) + " s";
        }
        if (seconds < 90 * 60) {
            return "about " + Math.max(1, Math.round(seconds / 60)) + " min";
        }
        double hours = seconds / 3600;
        return hours < 36
                ? String.format(Locale.ROOT, "about %.1f h", hours)
                : String.format(Locale.ROOT, "about %.1f days", hours / 24);
    }
}
