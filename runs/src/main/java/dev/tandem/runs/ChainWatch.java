package dev.tandem.runs;

import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/** Finds out from their checkpoints how far chains are that other processes do. */
public final class ChainWatch {
    private final Path folder;
    private final RunDescription run;
    private final Settings settings;
    private final Progress.Listener listener;
    private final FileTime[] seen;
    private final int[] resumedAt;

    ChainWatch(Path folder, RunDescription run, Progress.Listener listener) {
        this.folder = folder;
        this.run = run;
        settings = run.settings();
        this.listener = listener;
        seen = new FileTime[settings.chains()];
        resumedAt = new int[settings.chains()];
    }

    /** Looks at all chains, which are on their way to so many draws, or to those of the settings while they warm up. */
    public void look(int draws) {
        for (int chain = 0; chain < seen.length; chain++) {
            Path file = ChainFiles.of(folder, chain).checkpoint();
            try {
                FileTime written = Files.getLastModifiedTime(file);
                if (!written.equals(seen[chain])) {
                    Optional<Anchor> anchor = Checkpoint.read(file, run, chain).anchor();
                    if (anchor.isPresent()) {
                        tell(chain, anchor.get(), draws == 0 ? settings.draws() : draws);
                        seen[chain] = written;
                    }
                }
            } catch (IOException e) {
                // Not there yet, or being replaced: the next look will do.
            }
        }
    }

    private void tell(int chain, Anchor anchor, int draws) {
        Anchor.Tally tally = anchor.tally();
        if (seen[chain] == null) {
            resumedAt[chain] = tally.iteration();
        }
        boolean warm = anchor.rounds() == settings.plan().rounds();
        long total = settings.warmup() + (long) draws * settings.thin();
        listener.progressed(new Progress(
                chain,
                warm ? "sampling" : settings.plan().name(anchor.rounds()),
                tally.iteration(),
                (int) Math.min(total, Integer.MAX_VALUE),
                resumedAt[chain],
                anchor.tuning().stepSize(),
                tally.divergences(),
                tally.acceptanceSum() / Math.max(1, tally.counted())));
    }
}
