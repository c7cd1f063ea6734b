package dev.tandem.paper;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.paper.PaperData.Document;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The cells of this experiment with the best point of each document's grid in the place of the grid. */
record TopicResults(Experiment.Setup setup, Map<String, CellSummary> cells) {
    CellSummary of(Document document, String sampler) {
        if (!sampler.equals(TopicExperiment.HWG)) {
            return cells.get(TopicExperiment.cell(document, sampler));
        }
        return TopicExperiment.hwgGrid(setup.scale()).stream()
                .map(point -> cells.get(TopicExperiment.hwgCell(document, point)))
                .max(Comparator.comparingDouble(CellSummary::mress))
                .orElseThrow();
    }

    List<Document> documents() {
        return setup.data().documents();
    }

    /** The distance of the posterior means of eta from those of Tandem's default, relative to their size. */
    double relative(Document document, String sampler) {
        double[] mine = of(document, sampler).get("continuous.mean");
        double[] reference = of(document, TopicExperiment.TANDEM).get("continuous.mean");
        double distance = 0;
        double size = 0;
        for (int k = 0; k < mine.length; k++) {
            distance += (mine[k] - reference[k]) * (mine[k] - reference[k]);
            size += reference[k] * reference[k];
        }
        return Math.sqrt(distance / size);
    }

    /** The largest distance of a posterior mean of eta from that of Tandem's default, in standard errors. */
    double errors(Document document, String sampler) {
        return errors(of(document, sampler), of(document, TopicExperiment.TANDEM));
    }

    /** The largest distance of a posterior mean from the reference, in standard errors of both. */
    static double errors(CellSummary mine, CellSummary reference) {
        double largest = 0;
        for (int k = 0; k < mine.get("continuous.mean").length; k++) {
            double error =
                    StrictMath.hypot(mine.get("continuous.mcse")[k], reference.get("continuous.mcse")[k]);
            largest = Math.max(
                    largest, Math.abs(mine.get("continuous.mean")[k] - reference.get("continuous.mean")[k]) / error);
        }
        return largest;
    }

    boolean agrees(Document document, String sampler) {
        return errors(document, sampler) <= TopicExperiment.ERRORS;
    }

    double geometric(String sampler, ToDoubleFunction<CellSummary> value) {
        return Elementary.exp(documents().stream()
                .mapToDouble(document -> Elementary.log(value.applyAsDouble(of(document, sampler))))
                .average()
                .orElse(Double.NaN));
    }

    /** The mean over documents of the ratio of two samplers, as the paper averages. */
    double ratio(String left, String right, ToDoubleFunction<CellSummary> value) {
        return documents().stream()
                .mapToDouble(
                        document -> value.applyAsDouble(of(document, left)) / value.applyAsDouble(of(document, right)))
                .average()
                .orElse(Double.NaN);
    }
}
