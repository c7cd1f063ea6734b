package dev.tandem.report;

import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.graph.PictureSvg;
import dev.tandem.report.plot.PredictivePicture;
import dev.tandem.report.plot.TrajectoryPicture;
import dev.tandem.report.plot.WarmupRecord;
import dev.tandem.report.text.JsonNumbers;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Pictures of a page as JSON: how chains warmed up, what the model predicts, one iteration. */
final class PagePictures {
    private static final int WARMUP_POINTS = 400;

    private PagePictures() {}

    /** The graph of a model as SVG, and what there is to say about each of its variables. */
    static void graph(ObjectNode node, String title, ModelPicture picture) {
        node.put("svg", picture.piece("The graph of " + title));
        ObjectNode variables = node.putObject("variables");
        for (ModelPicture.ModelVariable variable : picture.variables()) {
            ObjectNode entry = variables.putObject(variable.name());
            entry.put("fate", variable.fate().words());
            if (variable.share() > 0) {
                entry.put("work", PictureSvg.percent(variable.share()));
            }
            variable.statements().forEach(entry.putArray("statements")::add);
            variable.lines().forEach(entry.putArray("lines")::add);
        }
    }

    /** Step sizes as they were and acceptances smoothed, at a few hundred places, with the stages between them. */
    static void warmup(ArrayNode array, List<WarmupRecord> chains) {
        for (WarmupRecord chain : chains) {
            ObjectNode node = array.addObject();
            int iterations = chain.iterations();
            node.put("iterations", iterations);
            ArrayNode stages = node.putArray("stages");
            for (int start = 0, end; start < iterations; start = end) {
                end = start + 1;
                while (end < iterations && chain.stage()[end] == chain.stage()[start]) {
                    end++;
                }
                ObjectNode stage = stages.addObject();
                stage.put("name", chain.stages().get(chain.stage()[start]));
                stage.put("from", start);
                stage.put("to", end);
            }
            int points = Math.min(WARMUP_POINTS, iterations);
            ArrayNode at = node.putArray("at");
            ArrayNode stepSize = node.putArray("stepSize");
            ArrayNode acceptance = node.putArray("acceptance");
            int half = Math.max(1, iterations / 60);
            for (int point = 0; point < points; point++) {
                int iteration = (int) ((long) point * (iterations - 1) / Math.max(1, points - 1));
                at.add(iteration + 1);
                JsonNumbers.addRounded(stepSize, chain.stepSize()[iteration]);
                JsonNumbers.addRounded(
                        acceptance,
                        Arrays.stream(
                                        chain.acceptance(),
                                        Math.max(0, iteration - half),
                                        Math.min(iterations, iteration + half + 1))
                                .average()
                                .orElse(Double.NaN));
            }
        }
    }

    static void predictive(ObjectNode node, PredictivePicture check) {
        node.put("name", check.name());
        node.put("observations", check.observations());
        node.put("replicates", check.replicates());
        node.put("discrete", check.discrete());
        JsonNumbers.put(node, "within50", check.within50());
        JsonNumbers.put(node, "within90", check.within90());
        ArrayNode bins = node.putArray("bins");
        for (PredictivePicture.Bin bin : check.bins()) {
            ArrayNode entry = bins.addArray();
            JsonNumbers.addRounded(entry, bin.low());
            JsonNumbers.addRounded(entry, bin.high());
            entry.add(bin.observed());
            bin.predicted().forEach(value -> JsonNumbers.addRounded(entry, value));
        }
        check.density().ifPresent(density -> {
            ObjectNode entry = node.putObject("density");
            JsonNumbers.put(entry, "low", density.low());
            JsonNumbers.put(entry, "high", density.high());
            ArrayNode observed = entry.putArray("observed");
            density.observed().forEach(value -> JsonNumbers.addRounded(observed, value));
            ArrayNode predicted = entry.putArray("predicted");
            density.predicted().forEach(place -> {
                ArrayNode levels = predicted.addArray();
                place.forEach(value -> JsonNumbers.addRounded(levels, value));
            });
        });
        ArrayNode statistics = node.putArray("statistics");
        for (PredictivePicture.Statistic statistic : check.statistics()) {
            ObjectNode entry = statistics.addObject();
            entry.put("name", statistic.name());
            JsonNumbers.put(entry, "observed", statistic.observed());
            ArrayNode predicted = entry.putArray("predicted");
            statistic.predicted().forEach(value -> JsonNumbers.add(predicted, value));
            JsonNumbers.put(entry, "above", statistic.above());
        }
        ArrayNode intervals = node.putArray("intervals");
        for (PredictivePicture.Interval interval : check.intervals()) {
            ArrayNode entry = intervals.addArray();
            entry.add(interval.index() + 1);
            JsonNumbers.addRounded(entry, interval.observed());
            interval.predicted().forEach(value -> JsonNumbers.addRounded(entry, value));
        }
        ArrayNode places = node.putArray("places");
        check.places().forEach(place -> JsonNumbers.addRounded(places, place));
        ArrayNode leftOut = node.putArray("leftOut");
        check.leftOut().forEach(place -> JsonNumbers.addRounded(leftOut, place));
        ArrayNode reliability = node.putArray("reliability");
        for (PredictivePicture.Reliability group : check.reliability()) {
            ArrayNode entry = reliability.addArray();
            JsonNumbers.addRounded(entry, group.predicted());
            JsonNumbers.addRounded(entry, group.happened());
            entry.add(group.count());
            JsonNumbers.addRounded(entry, group.low());
            JsonNumbers.addRounded(entry, group.high());
        }
    }

    static void trajectory(ObjectNode node, TrajectoryPicture picture) {
        JsonNumbers.addRounded(node.putArray("times"), picture.times());
        node.put("start", picture.start());
        node.put("chosen", picture.chosen());
        node.put("accepted", picture.accepted());
        node.put("words", picture.words());
        courses(node.putArray("continuous"), picture.continuous());
        courses(node.putArray("discrete"), picture.discrete());
    }

    private static void courses(ArrayNode array, List<TrajectoryPicture.Course> courses) {
        for (TrajectoryPicture.Course course : courses) {
            ObjectNode node = array.addObject();
            node.put("name", course.name());
            JsonNumbers.addRounded(node.putArray("values"), course.values());
        }
    }
}
