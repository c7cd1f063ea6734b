package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.paper.PaperData.GivenModel;
import dev.tandem.paper.topics.TopicMatch;
import dev.tandem.paper.topics.TopicModel;
import dev.tandem.paper.topics.TopicTraining;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The topic model behind section 3.3: trained here, and compared with the one that the paper trained. */
final class TrainingExperiment implements Experiment {
    private static final int TOPICS = 10;

    @Override
    public String name() {
        return "training";
    }

    @Override
    public String title() {
        return "Section 3.3: training the correlated topic model";
    }

    @Override
    public List<Cell> cells(Setup setup) {
        return List.of();
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        int starts = setup.scale().of(2, 10);
        List<List<String>> rows = new ArrayList<>();
        double[] trained = new double[starts];
        double[] similarity = new double[starts];
        for (int start = 0; start < starts; start++) {
            long seed = setup.seed() + start;
            Map<String, double[]> fit = memory.recall(
                    "training-" + start,
                    "training " + setup.data().identity() + " seed " + seed,
                    () -> fit(setup, seed));
            trained[start] = fit.get("bound")[0];
            similarity[start] = fit.get("similarity")[0];
            rows.add(List.of(
                    "trained here, start " + (start + 1),
                    Numbers.count(Math.round(trained[start])),
                    String.valueOf((int) fit.get("iterations")[0]),
                    Double.isNaN(similarity[start]) ? "–" : Numbers.fixed(similarity[start], 2)));
        }
        double best = Arrays.stream(trained).max().orElse(Double.NaN);
        List<Section.Claim> claims = new ArrayList<>();
        if (setup.data().given().isPresent()) {
            Map<String, double[]> given =
                    memory.recall("training-given", "given " + setup.data().identity(), () -> given(setup));
            double last = given.get("last")[0];
            double first = given.get("first")[0];
            rows.add(0, List.of("given, last topic's eta fixed (ctm-c)", Numbers.count(Math.round(last)), "–", "1.00"));
            rows.add(
                    1,
                    List.of("given, first topic's eta fixed (paper)", Numbers.count(Math.round(first)), "–", "1.00"));
            claims.add(new Section.Claim(
                    "ctm-c fixes the first topic's eta at 0",
                    "section 3.3",
                    "bound " + Numbers.count(Math.round(first)) + "; with the last topic's fixed "
                            + Numbers.count(Math.round(last)),
                    "–",
                    last > first ? CORRECTED : NOT_REPRODUCED,
                    "ctm-c fixes the last one; as read, mu and Sigma belong to other topics than beta, and the data are"
                            + " " + Numbers.count(Math.round(last - first)) + " nats less likely. Comparisons of"
                            + " samplers stay valid, the posteriors are not the documents'"));
            claims.add(new Section.Claim(
                    "A model trained by ctm-c with default settings, K = 10",
                    "given",
                    "bound " + Numbers.count(Math.round(last)),
                    "bound " + Numbers.count(Math.round(best)) + ", topics alike (mean cosine) "
                            + Numbers.fixed(Arrays.stream(similarity).max().orElse(Double.NaN), 2),
                    best >= last ? CONFIRMED : NOT_REPRODUCED,
                    "variational EM run to 1e-5 instead of 1e-3; local optima differ by start"));
        }
        return new Section(
                name(),
                title(),
                List.of(
                        new Section.Text(
                                Numbers.count(setup.data().corpus().documents().size()) + " documents, "
                                        + Numbers.count(setup.data().corpus().words()) + " words, "
                                        + Numbers.count(setup.data().corpus().terms()) + " terms, " + TOPICS
                                        + " topics. The bound is the sum over documents of the evidence lower bound of Blei and"
                                        + " Lafferty, each document's variational parameters at their best."),
                        new Section.Table(
                                "training",
                                "Evidence lower bound of the corpus, in nats; iterations of EM; likeness of the topics to"
                                        + " the given ones (mean cosine between matched rows of beta).",
                                List.of("model", "bound", "iterations", "likeness"),
                                rows)),
                claims);
    }

    private static Map<String, double[]> fit(Setup setup, long seed) {
        TopicTraining.Result result =
                TopicTraining.of(TOPICS, seed, setup.threads()).fit(setup.data().corpus(), (iteration, bound) -> {});
        Map<String, double[]> values = new TreeMap<>();
        values.put("bound", new double[] {result.bound()});
        values.put("iterations", new double[] {result.bounds().length - 1});
        double likeness = setup.data()
                .given()
                .map(given ->
                        TopicMatch.of(given.logBeta(), result.model().logBeta()).meanCosine())
                .orElse(Double.NaN);
        values.put("similarity", new double[] {likeness});
        return values;
    }

    private static Map<String, double[]> given(Setup setup) {
        GivenModel given = setup.data().given().orElseThrow();
        TopicTraining training = TopicTraining.of(TOPICS, 1, setup.threads());
        TopicModel last = new TopicModel(given.mean(), given.covariance(), given.logBeta());
        TopicModel first = TopicModel.withFirstTopicFixed(given.mean(), given.covariance(), given.logBeta());
        return Map.of(
                "last", new double[] {training.bound(setup.data().corpus(), last)},
                "first", new double[] {training.bound(setup.data().corpus(), first)});
    }
}
