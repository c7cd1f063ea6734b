package dev.tandem.report;

import dev.tandem.density.Roles;
import dev.tandem.draws.Draws;
import dev.tandem.draws.ElementScan;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.RunFacts;
import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.plot.PredictivePicture;
import dev.tandem.report.plot.TrajectoryPicture;
import dev.tandem.report.plot.WarmupRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All that a page shows about a run. Title, draws and findings are required; what else is missing is left out. */
public final class ReportContent {
    /** The column of the statistics that has the total energy of a draw. */
    public static final String ENERGY = "energy";

    /** The column of the statistics that has the acceptance of an iteration. */
    public static final String ACCEPTANCE = "acceptance";

    /** The column of the statistics that has how many iterations of a draw diverged. */
    public static final String DIVERGENT = "divergent";

    private final String title;
    private final String maker;
    private final String subtitle;
    private final RunFacts facts;
    private final double warmupSeconds;
    private final double samplingSeconds;
    private final Optional<String> modelText;
    private final List<Fact> data;
    private final List<Fact> settings;
    private final Draws draws;
    private final Summary summary;
    private final Findings findings;
    private final Optional<Convergence> judged;
    private final Roles roles;
    private final Optional<BesideRun> beside;
    private final Optional<Draws> statistics;
    private final Optional<ChainTable> chains;
    private final List<WarmupRecord> warmup;
    private final List<PredictivePicture> predictive;
    private final Optional<TrajectoryPicture> trajectory;
    private final Optional<ModelPicture> graph;
    private final Map<Section, String> reasons;

    private ReportContent(Builder builder) {
        title = Objects.requireNonNull(builder.title, "a report needs a title");
        Draws all = Objects.requireNonNull(builder.draws, "a report needs draws");
        int every = ElementScan.thinning(all);
        draws = all.thinned(every);
        findings = Objects.requireNonNull(builder.findings, "a report needs findings");
        summary = Objects.requireNonNull(builder.summary, "a report needs a summary");
        facts = Objects.requireNonNull(builder.facts, "a report needs facts");
        maker = builder.maker;
        subtitle = builder.subtitle;
        warmupSeconds = builder.warmupSeconds;
        samplingSeconds = builder.samplingSeconds;
        modelText = Optional.ofNullable(builder.modelText);
        judged = Optional.ofNullable(builder.judged);
        roles = builder.roles;
        beside = Optional.ofNullable(builder.beside);
        data = List.copyOf(builder.data);
        settings = List.copyOf(builder.settings);
        statistics = Optional.ofNullable(builder.statistics).map(table -> table.thinned(every));
        chains = Optional.ofNullable(builder.chains);
        warmup = List.copyOf(builder.warmup);
        predictive = List.copyOf(builder.predictive);
        trajectory = Optional.ofNullable(builder.trajectory);
        graph = Optional.ofNullable(builder.graph);
        reasons = Map.copyOf(builder.reasons);
        if (summary.rows().size() != (draws.drawsPerChain() == 0 ? 0 : draws.elements())) {
            throw new IllegalArgumentException(
                    "the summary has " + summary.rows().size() + " rows for " + draws.elements() + " unknowns");
        }
        statistics.ifPresent(table -> {
            if (table.chains() != draws.chains() || table.drawsPerChain() != draws.drawsPerChain()) {
                throw new IllegalArgumentException("statistics of " + table.chains() + " chains of "
                        + table.drawsPerChain() + " draws beside " + draws.chains() + " chains of "
                        + draws.drawsPerChain() + " draws");
            }
        });
    }

    public static Builder builder() {
        return new Builder();
    }

    String title() {
        return title;
    }

    String maker() {
        return maker;
    }

    String subtitle() {
        return subtitle;
    }

    RunFacts facts() {
        return facts;
    }

    double warmupSeconds() {
        return warmupSeconds;
    }

    double samplingSeconds() {
        return samplingSeconds;
    }

    Optional<String> modelText() {
        return modelText;
    }

    List<Fact> data() {
        return data;
    }

    List<Fact> settings() {
        return settings;
    }

    Draws draws() {
        return draws;
    }

    Summary summary() {
        return summary;
    }

    Findings findings() {
        return findings;
    }

    /** The worst of all unknowns, those that are not reported included. */
    Optional<Convergence> judged() {
        return judged;
    }

    /** What became of the unknowns. */
    Roles roles() {
        return roles;
    }

    Optional<BesideRun> beside() {
        return beside;
    }

    Optional<ChainTable> chains() {
        return chains;
    }

    List<WarmupRecord> warmup() {
        return warmup;
    }

    List<PredictivePicture> predictive() {
        return predictive;
    }

    Optional<TrajectoryPicture> trajectory() {
        return trajectory;
    }

    Optional<ModelPicture> graph() {
        return graph;
    }

    Map<Section, String> reasons() {
        return reasons;
    }

    /** One statistic of every draw, by chain and draw; empty if it was not kept. */
    Optional<double[][]> statistic(String name) {
        return statistics
                .filter(table -> table.variables().stream()
                        .anyMatch(variable -> variable.name().equals(name)))
                .map(table -> table.element(name));
    }

    /** Collects the parts of a report in any order. */
    public static final class Builder {
        private String title;
        private String maker = "Tandem";
        private String subtitle = "";
        private RunFacts facts;
        private double warmupSeconds = Double.NaN;
        private double samplingSeconds = Double.NaN;
        private String modelText;
        private final List<Fact> data = new ArrayList<>();
        private final List<Fact> settings = new ArrayList<>();
        private Draws draws;
        private Summary summary;
        private Findings findings;
        private Convergence judged;
        private Roles roles = Roles.PLAIN;
        private BesideRun beside;
        private Draws statistics;
        private ChainTable chains;
        private final List<WarmupRecord> warmup = new ArrayList<>();
        private final List<PredictivePicture> predictive = new ArrayList<>();
        private TrajectoryPicture trajectory;
        private ModelPicture graph;
        private final Map<Section, String> reasons = new EnumMap<>(Section.class);

        private Builder() {}

        /** The name of the model. */
        public Builder title(String text) {
            title = text;
            return this;
        }

        /** The program and version that made the run. */
        public Builder maker(String text) {
            maker = text;
            return this;
        }

        /** A line below the title, such as how much was drawn and by what. */
        public Builder subtitle(String text) {
            subtitle = text;
            return this;
        }

        public Builder seconds(double warmup, double sampling) {
            warmupSeconds = warmup;
            samplingSeconds = sampling;
            return this;
        }

        public Builder modelText(String text) {
            modelText = text;
            return this;
        }

        /** What the data were, such as names, shapes and a digest. */
        public Builder data(String name, String value) {
            data.add(new Fact(name, value));
            return this;
        }

        public Builder setting(String name, String value) {
            settings.add(new Fact(name, value));
            return this;
        }

        /** The draws and their summary, which the page repeats to the last digit. */
        public Builder draws(Draws table, Summary numbers) {
            draws = table;
            summary = numbers;
            return this;
        }

        /** Another run, whose intervals are shown beside those of this one. */
        public Builder beside(BesideRun other) {
            beside = other;
            return this;
        }

        /** What became of the unknowns: sampled, summed out, drawn forwards, settled or computed. */
        public Builder roles(Roles ofUnknowns) {
            roles = ofUnknowns;
            return this;
        }

        /** The worst of all unknowns, those that are not reported and the log density included. */
        public Builder judged(Convergence worst) {
            judged = worst;
            return this;
        }

        /** How the run went, and what was found in it. */
        public Builder findings(RunFacts account, Findings found) {
            facts = account;
            findings = found;
            return this;
        }

        /**
         * Statistics of every draw, for the same chains and draws: the columns {@link #ENERGY}, {@link #ACCEPTANCE} and
         * {@link #DIVERGENT} are shown, others are not looked at.
         */
        public Builder statistics(Draws table) {
            statistics = table;
            return this;
        }

        public Builder chains(ChainTable table) {
            chains = table;
            return this;
        }

        /** The warmup of the next chain. */
        public Builder warmup(WarmupRecord chain) {
            warmup.add(chain);
            return this;
        }

        /** One observed variable against what the model predicts for it. */
        public Builder predictive(PredictivePicture check) {
            predictive.add(check);
            return this;
        }

        public Builder trajectory(TrajectoryPicture picture) {
            trajectory = picture;
            return this;
        }

        /** What depends on what in the model. */
        public Builder graph(ModelPicture picture) {
            graph = picture;
            return this;
        }

        /** Why a section is empty; shown in its place. */
        public Builder without(Section section, String reason) {
            reasons.put(section, reason);
            return this;
        }

        public ReportContent build() {
            return new ReportContent(this);
        }
    }
}
