package dev.tandem.serve;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.summary.Summary;
import dev.tandem.exports.ArrowFile;
import dev.tandem.exports.Contents;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.basis.Observations;
import dev.tandem.inference.description.ModelDescription;
import dev.tandem.inference.judging.Judgement;
import dev.tandem.inference.judging.JudgementJson;
import dev.tandem.inference.judging.JudgementText;
import dev.tandem.inference.judging.ModelComparison;
import dev.tandem.inference.judging.PriorSensitivity;
import dev.tandem.inference.judging.PriorSensitivityText;
import dev.tandem.inference.outcome.RunText;
import dev.tandem.inference.outcome.SummaryJson;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.report.findings.Finding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is answered, as JSON and Arrow. */
final class Answers {
    /** A body that other programs can hold in one piece. */
    private static final long LONGEST_BODY = 1L << 30;

    private Answers() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** What a model is. */
    static ObjectNode description(ModelDescription description, List<SourceProblem> warnings) {
        ObjectNode answer = object();
        ArrayNode relations = answer.putArray("relations");
        for (ModelDescription.Relation relation : description.relations()) {
            ObjectNode node = relations.addObject();
            node.put("line", relation.line());
            node.put("node", relation.node());
            node.put("arrow", relation.arrow());
            node.put("definition", relation.definition());
            node.put("is", relation.is());
        }
        words(answer, "needed", description.needed());
        answer.put("outlook", description.outlook());
        words(answer, "notes", warnings.stream().map(SourceProblem::headline).toList());
        return answer;
    }

    /** What a run is, without its numbers. */
    static ObjectNode run(long number, Sampled sampled) {
        ObjectNode answer = object();
        answer.put("run", number);
        answer.put("model", sampled.outcome().model());
        answer.put("account", RunText.account(sampled.outcome()));
        answer.put("left_out", RunText.leftOut(sampled.outcome()));
        answer.put("chains", sampled.posterior().draws().chains());
        answer.put("draws", sampled.posterior().draws().drawsPerChain());
        answer.put("stopped", sampled.outcome().stopped());
        answer.set("variables", variables(sampled.posterior().draws().variables()));
        answer.set("arrays", arrays(sampled));
        BoundModel model = sampled.posterior().model();
        Observations observed = model.observations();
        answer.set("observed", variables(observed.variables()));
        words(answer, "notes", sampled.notes());
        findings(answer, "warnings", sampled.outcome().findings().warnings());
        findings(answer, "remarks", sampled.outcome().findings().notes());
        ObjectNode seconds = answer.putObject("seconds");
        seconds.put("compile", sampled.outcome().compileSeconds());
        seconds.put("warmup", sampled.outcome().warmupSeconds());
        seconds.put("sampling", sampled.outcome().samplingSeconds());
        return answer;
    }

    /** The whole arrays of which only some elements were drawn, with their extents. */
    private static ObjectNode arrays(Sampled sampled) {
        Set<String> names = new LinkedHashSet<>();
        sampled.posterior().draws().variables().stream()
                .filter(variable -> variable.shape().isEmpty())
                .map(Variable::name)
                .filter(name -> !BaseName.of(name).equals(name))
                .forEach(name -> names.add(BaseName.of(name)));
        ObjectNode arrays = object();
        for (String name : names) {
            Symbol symbol = sampled.posterior().model().graph().symbol(name);
            ArrayNode extents = arrays.putArray(name);
            for (int extent : symbol.dims()) {
                extents.add(extent);
            }
        }
        return arrays;
    }

    static ArrayNode variables(List<Variable> variables) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Variable variable : variables) {
            ObjectNode node = list.addObject();
            node.put("name", variable.name());
            ArrayNode shape = node.putArray("shape");
            variable.shape().forEach(shape::add);
            node.put("kind", variable.kind().name().toLowerCase(Locale.ROOT));
        }
        return list;
    }

    private static void findings(ObjectNode answer, String name, List<Finding> findings) {
        ArrayNode list = answer.putArray(name);
        for (Finding finding : findings) {
            ObjectNode node = list.addObject();
            node.put("kind", finding.kind().name().toLowerCase(Locale.ROOT));
            node.put("what", finding.what());
            node.put("advice", finding.advice());
        }
    }

    /** The numbers of a run. */
    static ObjectNode summary(Sampled sampled) {
        ObjectNode answer = object();
        answer.set("summary", JsonMapper.shared().readTree(SummaryJson.render(sampled.outcome())));
        return answer;
    }

    /** The numbers of what was computed from draws. */
    static void addSummary(ObjectNode answer, Summary summary) {
        answer.set("summary", JsonMapper.shared().readTree(SummaryJson.render(summary)));
    }

    /** How well a model predicts: what programs read, and what people do. */
    static ObjectNode judgement(Judgement model, int rows) {
        ObjectNode answer = object();
        answer.set("loo", JsonMapper.shared().readTree(JudgementJson.render(model)));
        answer.put("text", JudgementText.render(model, rows));
        return answer;
    }

    /** How much unknowns depend on their priors: what programs read, and what people do. */
    static ObjectNode sensitivity(PriorSensitivity found, int rows) {
        ObjectNode answer = object();
        answer.set("sensitivity", JsonMapper.shared().readTree(PriorSensitivityText.json(found)));
        answer.put("text", PriorSensitivityText.render(found, rows));
        return answer;
    }

    /** Numbers chain by chain; what is not finite is null, as everywhere in JSON. */
    static ObjectNode deviance(double[][] deviance) {
        ObjectNode answer = object();
        ArrayNode chains = answer.putArray("deviance");
        for (double[] chain : deviance) {
            ArrayNode values = chains.addArray();
            for (double value : chain) {
                if (Double.isFinite(value)) {
                    values.add(value);
                } else {
                    values.addNull();
                }
            }
        }
        return answer;
    }

    /** How models compare: what programs read, and what people do. */
    static ObjectNode comparison(List<Judgement> models, ModelComparison comparison, int rows) {
        ObjectNode answer = object();
        answer.set("compared", JsonMapper.shared().readTree(JudgementJson.render(models, comparison)));
        answer.put("text", JudgementText.render(models, comparison, rows));
        return answer;
    }

    /** A table of draws: what its columns are, and the Arrow file that has them. */
    static Frame table(Contents contents) {
        DrawSource draws = contents.draws();
        long columns = 2L + draws.elements() + draws.statistics().size();
        if (columns * draws.chains() * draws.drawsPerChain() * Double.BYTES > LONGEST_BODY) {
            throw new RefusedException(
                    RefusedException.Kind.MEMORY,
                    "these draws are more than " + (LONGEST_BODY >> 20)
                            + " MB: ask for fewer variables at a time, or export them to a file");
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<ArrowFile.Batch> batches;
        try {
            batches = ArrowFile.write(draws, contents.provenance(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ObjectNode answer = object();
        answer.put("chains", draws.chains());
        answer.put("draws", draws.drawsPerChain());
        answer.set("variables", variables(draws.variables()));
        words(
                answer,
                "statistics",
                draws.statistics().stream()
                        .map(statistic -> statistic.stanName())
                        .toList());
        words(
                answer,
                "statistic_types",
                draws.statistics().stream()
                        .map(statistic -> statistic.type().name().toLowerCase(Locale.ROOT))
                        .toList());
        ArrayNode places = answer.putArray("batches");
        for (ArrowFile.Batch batch : batches) {
            ObjectNode place = places.addObject();
            place.put("at", batch.position());
            place.put("rows", batch.rows());
        }
        return Frame.of(answer, body.toByteArray());
    }

    static void words(ObjectNode answer, String name, List<String> words) {
        ArrayNode list = answer.putArray(name);
        words.forEach(list::add);
    }

    /** What went wrong, with every place in the text of the model or in files. */
    static ObjectNode error(Throwable failure) {
        ObjectNode error = object();
        error.put("kind", kind(failure));
        error.put("message", message(failure));
        ArrayNode problems = error.putArray("problems");
        if (failure instanceof SourceException source) {
            for (SourceProblem problem : source.problems()) {
                ObjectNode node = problems.addObject();
                node.put("file", problem.file());
                node.put("line", problem.line());
                node.put("column", problem.column());
                node.put("message", problem.message());
                node.put("hint", problem.hint());
                node.put("excerpt", problem.excerpt());
            }
        }
        return error;
    }

    private static String kind(Throwable failure) {
        if (failure instanceof RefusedException refused) {
            return refused.kind().name().toLowerCase(Locale.ROOT);
        }
        if (failure instanceof SourceException) {
            return "model";
        }
        return failure instanceof OutOfMemoryError ? "memory" : "failed";
    }

    private static String message(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "the memory that Java has, " + (Runtime.getRuntime().maxMemory() >> 20) + " MB, is not enough; "
                    + FieldWords.FIELDS.moreMemory();
        }
        if (failure instanceof StackOverflowError) {
            return "the request is nested too deeply";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
