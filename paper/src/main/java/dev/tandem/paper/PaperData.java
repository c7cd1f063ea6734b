package dev.tandem.paper;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import dev.tandem.paper.topics.BadInput;
import dev.tandem.paper.topics.Corpus;
import dev.tandem.paper.topics.TextFiles;
import dev.tandem.paper.topics.TopicModel;
import dev.tandem.sampling.random.RandomStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The data of the experiments: the paper's own where they are at hand, else simulated ones of the same law.
 *
 * @param origin where they come from, in a sentence for the reader
 * @param identity the same in a word or two, for the identity of results
 * @param selection the regression of section 3.2
 * @param trueModel its true indicators
 * @param documents the documents of section 3.3
 * @param corpus all documents, to train on
 * @param given the model that the paper trained, as it read it; empty for simulated data
 */
@SuppressWarnings("ArrayRecordComponent")
public record PaperData(
        String origin,
        String identity,
        VariableSelection selection,
        int[] trueModel,
        List<Document> documents,
        Corpus corpus,
        Optional<GivenModel> given) {

    /** The lengths of the paper's twenty documents. */
    private static final int[] LENGTHS = {
        8, 45, 62, 72, 85, 97, 109, 123, 136, 148, 161, 171, 186, 201, 216, 231, 246, 262, 279, 299
    };

    private static final int TOPICS = 10;
    private static final int SIMULATED_TERMS = 1000;
    private static final int SIMULATED_DOCUMENTS = 600;
    private static final int SIMULATED_LENGTH = 150;

    /**
     * One of the documents that are sampled.
     *
     * @param number its number in the corpus
     * @param density its posterior
     */
    public record Document(int number, TopicDocument density) {}

    /**
     * A trained model as it lies in the files, which do not say whether the first or the last topic's eta is 0.
     *
     * @param mean mu
     * @param covariance Sigma
     * @param logBeta log beta, one row a topic
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record GivenModel(double[] mean, double[][] covariance, double[][] logBeta) {}

    /** Data of the paper's law from a seed. */
    public static PaperData simulated(long seed) {
        RandomStream random = RandomStream.of(seed, 1);
        int[] truth = new int[20];
        int[] order = new int[20];
        Arrays.setAll(order, i -> i);
        random.shuffle(order, order.length);
        for (int i = 0; i < 5; i++) {
            truth[order[i]] = 1;
        }
        double[][] rows = new double[100][20];
        int[] outcomes = new int[100];
        for (int i = 0; i < rows.length; i++) {
            double common = Math.sqrt(0.3) * random.gaussian();
            double predictor = 0;
            for (int j = 0; j < 20; j++) {
                rows[i][j] = common + Math.sqrt(2.7) * random.gaussian();
                predictor += truth[j] * 0.5 * rows[i][j];
            }
            outcomes[i] = random.uniform() < 1 / (1 + Elementary.exp(-predictor)) ? 1 : 0;
        }
        TopicModel model = TopicModel.simulated(RandomStream.of(seed, 2), TOPICS, SIMULATED_TERMS);
        RandomStream words = RandomStream.of(seed, 3);
        List<Corpus.Document> all = new ArrayList<>();
        List<Document> chosen = new ArrayList<>();
        for (int d = 0; d < SIMULATED_DOCUMENTS; d++) {
            int[] document = model.simulate(words, d < LENGTHS.length ? LENGTHS[d] : SIMULATED_LENGTH);
            all.add(Corpus.Document.of(document));
            if (d < LENGTHS.length) {
                chosen.add(new Document(d, model.document(document)));
            }
        }
        return new PaperData(
                "Simulated data of the paper's law, made from seed " + seed
                        + ": no figure that depends on data can be expected to equal the paper's.",
                "simulated " + seed,
                new VariableSelection(rows, outcomes),
                truth,
                List.copyOf(chosen),
                new Corpus(all),
                Optional.empty());
    }

    /** The paper's data from the folders {@code blr} and {@code ctm}. */
    public static PaperData read(Path folder) {
        Path regressionFile = folder.resolve("blr/simulated.json");
        JsonNode regression = json(regressionFile);
        double[] beta = vector(regressionFile, regression, "beta");
        int[] outcomes = whole(vector(regressionFile, regression, "y"));
        VariableSelection selection;
        try {
            selection = new VariableSelection(matrix(regressionFile, regression, "X"), outcomes);
        } catch (IllegalArgumentException e) {
            throw new BadInput(regressionFile, e.getMessage());
        }
        Path modelFile = folder.resolve("ctm/ap-ctm10.json");
        JsonNode model = json(modelFile);
        GivenModel given = new GivenModel(
                vector(modelFile, model, "mu"),
                matrix(modelFile, model, "Sigma"),
                logBeta(folder.resolve("ctm/ap-ctm10-logbeta.txt.gz")));
        Path documentsFile = folder.resolve("ctm/ap-paper20.json");
        JsonNode listed = json(documentsFile).path("documents");
        if (!listed.isArray() || listed.isEmpty()) {
            throw new BadInput(documentsFile, "it has no list \"documents\"");
        }
        List<Document> documents = new ArrayList<>();
        for (JsonNode entry : listed) {
            int[] words = whole(vector(documentsFile, entry, "w"));
            try {
                // The paper takes the first topic's eta as the fixed one; the experiment on training says more.
                documents.add(new Document(
                        entry.path("doc").asInt(),
                        new TopicDocument(given.mean(), given.covariance(), given.logBeta(), words)));
            } catch (IllegalArgumentException e) {
                throw new BadInput(documentsFile, "document " + entry.path("doc") + ": " + e.getMessage());
            }
        }
        return new PaperData(
                "The paper's own data: its regression, and the Associated Press documents with the topic model that"
                        + " it trained.",
                "paper data",
                selection,
                Arrays.stream(beta).mapToInt(value -> value == 0 ? 0 : 1).toArray(),
                List.copyOf(documents),
                Corpus.read(folder.resolve("ctm/ap-documents.ldac.txt.gz")),
                Optional.of(given));
    }

    private static JsonNode json(Path file) {
        String text = String.join("\n", TextFiles.lines(file));
        try {
            return new ObjectMapper().readTree(text);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new BadInput(file, line, "this is not JSON: " + e.getOriginalMessage());
        }
    }

    private static double[] vector(Path file, JsonNode node, String name) {
        JsonNode list = node.path(name);
        if (!list.isArray()) {
            throw new BadInput(file, "it has no list \"" + name + "\"");
        }
        return numbers(file, list, name);
    }

    private static double[] numbers(Path file, JsonNode list, String name) {
        double[] values = new double[list.size()];
        for (int i = 0; i < values.length; i++) {
            if (!list.get(i).isNumber()) {
                throw new BadInput(file, name + "[" + i + "] is " + list.get(i) + ", not a number");
            }
            values[i] = list.get(i).asDouble();
        }
        return values;
    }

    private static double[][] matrix(Path file, JsonNode node, String name) {
        JsonNode list = node.path(name);
        if (!list.isArray()) {
            throw new BadInput(file, "it has no list \"" + name + "\"");
        }
        return StreamSupport.stream(list.spliterator(), false)
                .map(row -> numbers(file, row, name))
                .toArray(double[][]::new);
    }

    private static int[] whole(double[] values) {
        return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
    }

    private static double[][] logBeta(Path file) {
        List<String> lines = TextFiles.lines(file);
        double[][] rows = new double[lines.size()][];
        for (int i = 0; i < rows.length; i++) {
            String[] fields = lines.get(i).strip().split("\\s+", -1);
            rows[i] = new double[fields.length];
            for (int j = 0; j < fields.length; j++) {
                try {
                    rows[i][j] = Double.parseDouble(fields[j]);
                } catch (NumberFormatException e) {
                    throw new BadInput(file, i + 1, '"' + fields[j] + "\" is not a number");
                }
            }
            if (rows[i].length != rows[0].length) {
                throw new BadInput(
                        file, i + 1, "it has " + rows[i].length + " numbers, the first line has " + rows[0].length);
            }
        }
        return rows;
    }
}
