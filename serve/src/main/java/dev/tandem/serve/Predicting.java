package dev.tandem.serve;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.prediction.NewData;
import dev.tandem.inference.prediction.PredictiveCheck;
import dev.tandem.inference.prediction.PredictiveCheckJson;
import dev.tandem.language.data.DataSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Draws data from the model for the draws of a run: those that were observed, or those of new units. */
final class Predicting {
    /** More predictions would tell little more. */
    private static final int ENOUGH_PREDICTIONS = 1000;

    private final Posterior posterior;
    private final long seed;
    private final int thin;
    private final Optional<DataSet> data;
    private final NewData.Choice choice;

    private Predicting(Posterior posterior, long seed, int thin, Optional<DataSet> data, NewData.Choice choice) {
        this.posterior = posterior;
        this.seed = seed;
        this.thin = thin;
        this.data = data;
        this.choice = choice;
    }

    /** Reads a request about a run that has draws. */
    static Predicting read(Requests.Asked asked, Posterior posterior) {
        Fields fields = asked.fields();
        long seed = fields.longWhole("seed").orElse(1L);
        Draws draws = posterior.draws();
        int thin = fields.whole("thin")
                .orElse((int) Math.max(1, (long) draws.drawsPerChain() * draws.chains() / ENOUGH_PREDICTIONS));
        Optional<DataSet> data = new DataMessage(asked.body())
                .given(fields, posterior.model().graph().model().dialect());
        List<String> keep = fields.words("keep");
        List<String> anew = fields.words("anew");
        List<String> monitor = fields.words("monitor");
        fields.nothingElse();
        if (thin < 1 || thin > draws.drawsPerChain()) {
            throw RefusedException.request(
                    "thin must be between 1 and the draws of a chain, " + draws.drawsPerChain() + ", not " + thin);
        }
        if (data.isEmpty() && !(keep.isEmpty() && anew.isEmpty() && monitor.isEmpty())) {
            throw RefusedException.request("keep, anew and monitor go with new data");
        }
        keep.stream().filter(anew::contains).findFirst().ifPresent(name -> {
            throw RefusedException.request(name + " is in keep and in anew");
        });
        return new Predicting(
                posterior, seed, thin, data, new NewData.Choice(Set.copyOf(keep), Set.copyOf(anew), monitor));
    }

    Frame answer() {
        Frame answer = data.isPresent() ? forNewData(data.get()) : forThoseObserved();
        answer.message().put("thin", thin);
        return answer;
    }

    private Frame forThoseObserved() {
        if (posterior.model().observations().variables().isEmpty()) {
            throw RefusedException.request(
                    "nothing was observed in " + posterior.model().name() + ", so there is nothing to predict");
        }
        Draws predictions = monitored(() -> posterior.predict(seed, thin));
        Frame answer = Answers.table(posterior.export().predictions(predictions));
        PredictiveCheckJson.addFeatures(
                answer.message(),
                PredictiveCheck.of(predictions, posterior.model().observations()));
        return answer;
    }

    private Frame forNewData(DataSet given) {
        NewData found;
        try {
            found = posterior.with(given, choice);
        } catch (NewData.DoubtfulUnitsException e) {
            throw RefusedException.request(
                    e.getMessage() + ": keep=\"" + e.variable() + "\" or anew=\"" + e.variable() + "\"");
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
        Draws predictions = monitored(() -> found.predictions(seed, thin).collect());
        Frame answer = Answers.table(posterior.export().predictions(predictions));
        answer.message().putArray("features");
        counts(answer.message().putObject("kept"), found.kept());
        counts(answer.message().putObject("drawn"), found.drawn());
        Answers.words(answer.message(), "inherited", found.inherited());
        return answer;
    }

    private static void counts(ObjectNode node, Map<String, Integer> counts) {
        counts.forEach(node::put);
    }

    /** Says what was monitored where something else is needed. */
    private Draws monitored(Supplier<Draws> predictions) {
        try {
            return predictions.get();
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage() + " (the run has "
                    + posterior.draws().variables().stream().map(Variable::name).collect(Collectors.joining(", "))
                    + "); sample again without monitor");
        }
    }
}
