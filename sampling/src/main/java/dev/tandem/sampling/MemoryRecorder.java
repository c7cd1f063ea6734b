package dev.tandem.sampling;

import dev.tandem.density.Roles;
import dev.tandem.density.Space;
import dev.tandem.draws.CommonLength;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Course;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Agreement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Takes a run down in memory. */
final class MemoryRecorder implements Recorder {
    /** Seconds between two looks at what is not reported, which need not be. */
    private static final double PAUSE = 1;

    private final Roles roles;
    private final Draws.Builder draws;
    private final Draws.Builder statistics;
    private final List<OfChain> chains = new ArrayList<>();
    private final List<Agreement> agreements = new CopyOnWriteArrayList<>();

    MemoryRecorder(Space space, Settings settings) {
        roles = space.roles();
        draws = Draws.builder(space.reported(), settings.chains(), settings.draws());
        statistics = Draws.builder(Statistic.variables(), settings.chains(), settings.draws());
        for (int number = 0; number < settings.chains(); number++) {
            chains.add(new OfChain(number, Tuning.initial(space), settings));
        }
    }

    @Override
    public ForChain chain(int number) {
        return chains.get(number);
    }

    @Override
    public List<Optional<Anchor>> anchors() {
        return chains.stream()
                .map(chain -> chain.begun().map(Resumption::anchor))
                .toList();
    }

    @Override
    public void agreed(Agreement agreement) {
        agreements.add(agreement);
    }

    @Override
    public List<Agreement> agreements() {
        return List.copyOf(agreements);
    }

    @Override
    public Recorded recorded() {
        // Statistics are appended after the values, so there are at least as many of these.
        int[] lengths = chains.stream()
                .mapToInt(chain -> statistics.length(chain.number))
                .toArray();
        CommonLength cut = CommonLength.of(lengths);
        List<WarmupHistory> warmups = chains.stream().map(OfChain::history).toList();
        List<ChainReport> reports = chains.stream()
                .map(chain -> chain.report(lengths[chain.number], warmups.get(chain.number)))
                .toList();
        List<Course> courses =
                cut.chains().stream().map(chain -> chains.get(chain).course).toList();
        return new Recorded(
                draws.soFar(cut),
                statistics.soFar(cut),
                cut.chains(),
                warmups,
                reports,
                roles,
                Recorded.courses(courses, roles));
    }

    private final class OfChain implements ForChain {
        private final int number;
        private final List<String> stages;
        private final Draws.Builder warmup;
        private volatile Tuning tuning;
        private Resumption resumption;
        private volatile Course course = new Course(0);
        private long lastKept = System.nanoTime();
        private volatile ChainTimes times = ChainTimes.NONE;

        OfChain(int number, Tuning initial, Settings settings) {
            this.number = number;
            tuning = initial;
            stages = settings.stages();
            warmup = Draws.builder(WarmupHistory.Column.variables(), 1, settings.warmup());
        }

        @Override
        public Optional<Resumption> begun() {
            return Optional.ofNullable(resumption);
        }

        @Override
        public Optional<Agreement> agreed(int rounds) {
            return agreements.stream()
                    .filter(agreement -> agreement.rounds() == rounds)
                    .findFirst();
        }

        @Override
        public void warmedUp(double[] iteration) {
            warmup.append(0, iteration);
        }

        @Override
        public void drew(double[] row, double[] values) {
            draws.append(number, values);
            statistics.append(number, row);
        }

        @Override
        public void anchored(Supplier<Anchor> anchor, ChainTimes soFar, boolean important) {
            times = soFar;
            // Chains that wait for each other go on from such anchors; no others are ever asked for.
            if (important) {
                resumption = new Resumption(anchor.get(), soFar);
                course = resumption.anchor().course();
            } else if ((System.nanoTime() - lastKept) * 1e-9 > PAUSE) {
                course = anchor.get().course();
                lastKept = System.nanoTime();
            }
        }

        @Override
        public void ended(Tuning used, ChainTimes taken) {
            tuning = used;
            times = taken;
        }

        WarmupHistory history() {
            return new WarmupHistory(stages, warmup.soFar(new CommonLength(warmup.length(0), List.of(0))));
        }

        ChainReport report(int drawn, WarmupHistory history) {
            Draws own = statistics.soFar(new CommonLength(drawn, List.of(number)));
            return ChainReport.of(tuning, own, history, times);
        }
    }
}
