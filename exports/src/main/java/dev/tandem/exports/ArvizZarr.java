package dev.tandem.exports;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.SamplerStatistic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes ArviZ's InferenceData as Zarr: a group for the draws, one for their statistics, others for predictions and
 * data. A chunk holds draws of one chain, and few enough to fit into memory.
 *
 * <p>Chains and draws are numbered from 0, as ArviZ does; the other coordinates are the subscripts of the model, from 1.
 * The elements of an array that is known in part stand in one dimension, under their names.
 */
public final class ArvizZarr {
    /** Values of a group that are held in memory: 32 MB. */
    private static final int BLOCK = 1 << 22;

    /** Draws in a chunk at most, so that readers can take a part. */
    private static final int MOST_DRAWS = 1 << 16;

    private static final Set<String> OWN = Set.of(
            ".zgroup",
            ".zattrs",
            ".zmetadata",
            "posterior",
            "sample_stats",
            "posterior_predictive",
            "log_likelihood",
            "log_prior",
            "prior",
            "prior_predictive",
            "observed_data",
            "constant_data");

    private static final String REAL = "<f8";
    private static final String WHOLE = "<i8";
    private static final String TRUTH = "|b1";

    /**
     * Draws under the name that ArviZ's schema has for them.
     *
     * @param name such as posterior or prior_predictive
     */
    public record DrawGroup(String name, DrawSource draws) {
        private String statistics() {
            return name.equals("posterior") ? "sample_stats" : "sample_stats_" + name;
        }
    }

    /**
     * Data under the name that ArviZ's schema has for them: observed_data or constant_data.
     *
     * @param variables what there is; whole numbers if all of a variable's are
     * @param values their elements in order, NaN where missing
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record DataGroup(String name, List<Variable> variables, double[] values) {
        public DataGroup {
            variables = List.copyOf(variables);
        }
    }

    /** The dimensions that come before those of the variables: chains and draws, or none. */
    private record Front(List<Integer> shape, List<Integer> chunks, List<String> dimensions) {
        static final Front NONE = new Front(List.of(), List.of(), List.of());

        static Front of(DrawSource draws, int rows) {
            return new Front(
                    List.of(draws.chains(), draws.drawsPerChain()), List.of(1, rows), List.of("chain", "draw"));
        }
    }

    /** An array of draws: which elements of a draw it takes, in its own order; the statistics follow the elements. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Slice(ZarrWriter.Array array, int[] sources) {
        void put(ByteBuffer chunk, double value) {
            switch (array.type()) {
                case REAL -> chunk.putDouble(value);
                case WHOLE -> chunk.putLong(NumberText.whole(array.path(), value));
                default -> chunk.put((byte) (value == 0 ? 0 : 1));
            }
        }
    }

    private final ZarrWriter zarr;
    private final Provenance provenance;
    private final int block;

    private ArvizZarr(ZarrWriter zarr, Provenance provenance, int block) {
        this.zarr = zarr;
        this.provenance = provenance;
        this.block = block;
    }

    /** Whether a path of this name is to be one zip file, and not a folder. */
    static boolean isFile(Path path) {
        return path.getFileName().toString().endsWith(".zip");
    }

    /** Whether a file or folder of this name may stand at the top of what is written. */
    static boolean isOwn(String name) {
        return OWN.contains(name);
    }

    /** Writes into a folder if there is one, otherwise a zip file. */
    public static void write(List<DrawGroup> draws, List<DataGroup> data, Provenance provenance, Path path)
            throws IOException {
        write(draws, data, provenance, path, BLOCK);
    }

    static void write(List<DrawGroup> draws, List<DataGroup> data, Provenance provenance, Path path, int block)
            throws IOException {
        try (ZarrStore store = Files.isDirectory(path) ? ZarrStore.folder(path) : ZarrStore.zip(path)) {
            ZarrWriter zarr = new ZarrWriter(store);
            ArvizZarr arviz = new ArvizZarr(zarr, provenance, block);
            for (DrawGroup group : draws) {
                arviz.draws(group);
            }
            for (DataGroup group : data) {
                arviz.data(group);
            }
            zarr.end();
        }
    }

    private void group(String name) throws IOException {
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        attributes.put("inference_library", "tandem");
        attributes.put("inference_library_version", provenance.version());
        attributes.put("creation_library", "tandem");
        attributes.put("creation_library_version", provenance.version());
        attributes.put("creation_library_language", "Java");
        attributes.put("model_name", provenance.model());
        attributes.put("sampler", provenance.sampler());
        attributes.put("seed", provenance.seed());
        attributes.put("tuning_steps", provenance.warmup());
        attributes.put("thin", provenance.thin());
        provenance.chains().stream()
                .mapToDouble(Provenance.ChainTuning::samplingSeconds)
                .max()
                .ifPresent(seconds -> attributes.put("sampling_time", seconds));
        zarr.group(name, attributes);
    }

    private void draws(DrawGroup group) throws IOException {
        DrawSource draws = group.draws();
        int columns = Math.max(1, draws.elements() + draws.statistics().size());
        int rows = Math.max(1, Math.min(Math.min(draws.drawsPerChain(), MOST_DRAWS), block / columns));
        Front front = Front.of(draws, rows);
        drawGroup(group.name(), draws);
        List<Slice> slices = new ArrayList<>(variables(group.name(), draws.variables(), front));
        if (!draws.statistics().isEmpty()) {
            drawGroup(group.statistics(), draws);
            slices.addAll(statistics(group.statistics(), draws, front));
        }
        for (Slice slice : slices) {
            zarr.array(slice.array());
        }
        for (int chain = 0; chain < draws.chains(); chain++) {
            chunks(draws, chain, rows, slices);
        }
    }

    private void drawGroup(String name, DrawSource draws) throws IOException {
        group(name);
        subscripts(name, "chain", draws.chains(), 0);
        subscripts(name, "draw", draws.drawsPerChain(), 0);
    }

    private List<Slice> variables(String group, List<Variable> variables, Front front) throws IOException {
        int[] firsts = new int[variables.size()];
        for (int i = 1; i < firsts.length; i++) {
            firsts[i] = firsts[i - 1] + variables.get(i - 1).size();
        }
        List<Slice> slices = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> entry :
                ElementNames.grouped(variables).entrySet()) {
            List<Integer> members = entry.getValue();
            Variable first = variables.get(members.get(0));
            if (first.size() == 0) {
                continue;
            }
            String name = ElementNames.array(entry.getKey());
            boolean whole = members.stream().allMatch(i -> variables.get(i).kind() == Variable.Kind.DISCRETE);
            String type = whole ? WHOLE : REAL;
            if (first.shape().isEmpty() && !first.name().equals(entry.getKey())) {
                String dimension = name + "_element";
                labels(
                        group,
                        dimension,
                        members.stream().map(i -> variables.get(i).name()).toList());
                int[] sources = members.stream().mapToInt(i -> firsts[i]).toArray();
                slices.add(new Slice(
                        array(group, name, type, front, List.of(members.size()), List.of(dimension)), sources));
            } else {
                List<String> dimensions = dimensions(group, name, first.shape());
                int[] sources = rowMajor(first.shape());
                for (int i = 0; i < sources.length; i++) {
                    sources[i] += firsts[members.get(0)];
                }
                slices.add(new Slice(array(group, name, type, front, first.shape(), dimensions), sources));
            }
        }
        return slices;
    }

    private static List<Slice> statistics(String group, DrawSource draws, Front front) {
        List<Slice> slices = new ArrayList<>();
        int next = draws.elements();
        for (SamplerStatistic statistic : draws.statistics()) {
            String type = switch (statistic.type()) {
                case REAL -> REAL;
                case WHOLE -> WHOLE;
                case TRUTH -> TRUTH;
            };
            ZarrWriter.Array array = array(group, statistic.arvizName(), type, front, List.of(), List.of());
            slices.add(new Slice(array, new int[] {next++}));
        }
        return slices;
    }

    private static ZarrWriter.Array array(
            String group, String name, String type, Front front, List<Integer> shape, List<String> dimensions) {
        List<Integer> extents = new ArrayList<>(front.shape());
        List<Integer> chunks = new ArrayList<>(front.chunks());
        List<String> names = new ArrayList<>(front.dimensions());
        extents.addAll(shape);
        chunks.addAll(shape);
        names.addAll(dimensions);
        int bytes = type.equals(TRUTH) ? 1 : Double.BYTES;
        return new ZarrWriter.Array(group + "/" + name, type, bytes, extents, chunks, names);
    }

    private void chunks(DrawSource draws, int chain, int rows, List<Slice> slices) throws IOException {
        double[] values = new double[draws.elements()];
        double[] statistics = new double[draws.statistics().size()];
        List<ByteBuffer> chunks =
                slices.stream().map(slice -> slice.array().chunk()).toList();
        try (DrawReader reader = draws.chain(chain)) {
            for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                reader.read(values, statistics);
                boolean full = (draw + 1) % rows == 0 || draw + 1 == draws.drawsPerChain();
                for (int i = 0; i < chunks.size(); i++) {
                    Slice slice = slices.get(i);
                    ByteBuffer chunk = chunks.get(i);
                    for (int source : slice.sources()) {
                        slice.put(chunk, source < values.length ? values[source] : statistics[source - values.length]);
                    }
                    if (full) {
                        List<Integer> index = new ArrayList<>(
                                Collections.nCopies(slice.array().shape().size(), 0));
                        index.set(0, chain);
                        index.set(1, draw / rows);
                        zarr.chunk(slice.array(), index, chunk);
                        chunk.clear();
                    }
                }
            }
        }
    }

    private void data(DataGroup group) throws IOException {
        group(group.name());
        for (Slice slice : variables(group.name(), typed(group), Front.NONE)) {
            ByteBuffer chunk = slice.array().chunk();
            for (int source : slice.sources()) {
                slice.put(chunk, group.values()[source]);
            }
            zarr.array(slice.array());
            zarr.chunk(slice.array(), Collections.nCopies(slice.array().shape().size(), 0), chunk);
        }
    }

    /** The variables of data, discrete if their values are whole numbers and none is missing. */
    private static List<Variable> typed(DataGroup group) {
        List<Variable> typed = new ArrayList<>();
        int next = 0;
        for (Variable variable : group.variables()) {
            int end = next + variable.size();
            boolean whole = Arrays.stream(group.values(), next, end)
                    .allMatch(value -> value == Math.rint(value) && Math.abs(value) < 1L << 53);
            typed.add(new Variable(
                    variable.name(), variable.shape(), whole ? Variable.Kind.DISCRETE : Variable.Kind.CONTINUOUS));
            next = end;
        }
        return typed;
    }

    /** Names the dimensions of a variable as ArviZ does by default, and writes their coordinates. */
    private List<String> dimensions(String group, String name, List<Integer> shape) throws IOException {
        List<String> names = new ArrayList<>();
        for (int d = 0; d < shape.size(); d++) {
            names.add(name + "_dim_" + d);
            subscripts(group, names.get(d), shape.get(d), 1);
        }
        return names;
    }

    private void subscripts(String group, String dimension, int count, int first) throws IOException {
        List<Integer> shape = List.of(count);
        ZarrWriter.Array array = new ZarrWriter.Array(
                group + "/" + dimension, WHOLE, Long.BYTES, shape, List.of(Math.max(1, count)), List.of(dimension));
        zarr.array(array);
        if (count > 0) {
            ByteBuffer values = array.chunk();
            IntStream.range(0, count).forEach(i -> values.putLong(first + i));
            zarr.chunk(array, List.of(0), values);
        }
    }

    private void labels(String group, String dimension, List<String> labels) throws IOException {
        int longest = labels.stream()
                .mapToInt(label -> label.codePointCount(0, label.length()))
                .max()
                .orElse(1);
        ZarrWriter.Array array = new ZarrWriter.Array(
                group + "/" + dimension,
                "<U" + longest,
                longest * Integer.BYTES,
                List.of(labels.size()),
                List.of(labels.size()),
                List.of(dimension));
        zarr.array(array);
        ByteBuffer values = array.chunk();
        for (String label : labels) {
            int end = values.position() + array.bytes();
            label.codePoints().forEach(values::putInt);
            values.position(end);
        }
        zarr.chunk(array, List.of(0), values);
    }

    /** For each element in row-major order, the last subscript running fastest, its place in column-major order. */
    private static int[] rowMajor(List<Integer> shape) {
        int[] places = {0};
        int stride = 1;
        for (int extent : shape) {
            int[] more = new int[places.length * extent];
            for (int i = 0; i < more.length; i++) {
                more[i] = places[i / extent] + i % extent * stride;
            }
            places = more;
            stride *= extent;
        }
        return places;
    }
}
