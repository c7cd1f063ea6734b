package dev.tandem.language.data;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The variables of one or several data files in the order of the text, each with where it came from. What JAGS keeps in
 * the same file for its random number generator stands apart.
 */
public final class DataSet {
    /** Where a variable was given. */
    public record Origin(String file, int line, int column) {
        /** Whether it was made in Java, or by a data block, and stands in no file. */
        public boolean inProgram() {
            return line == 0;
        }

        @Override
        public String toString() {
            return inProgram() ? file : file + ":" + line + ":" + column;
        }
    }

    private static final Origin PROGRAM = new Origin("data", 0, 0);

    private final Map<String, DataArray> arrays;
    private final Map<String, Origin> origins;
    private final Optional<String> generatorName;
    private final OptionalLong generatorSeed;
    private final Map<String, List<String>> levels;
    private final Set<String> places;

    private DataSet(Builder builder) {
        arrays = Collections.unmodifiableMap(new LinkedHashMap<>(builder.arrays));
        origins = Collections.unmodifiableMap(new LinkedHashMap<>(builder.origins));
        generatorName = builder.generatorName;
        generatorSeed = builder.generatorSeed;
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(builder.levels));
        places = Set.copyOf(builder.places);
    }

    public static DataSet empty() {
        return new Builder().build();
    }

    /** Data made in Java. */
    public static DataSet of(Map<String, DataArray> arrays) {
        return of(arrays, PROGRAM.file());
    }

    /** Values made in Java, which messages call by this name where they would name a file. */
    public static DataSet of(Map<String, DataArray> arrays, String called) {
        Builder builder = new Builder();
        Origin origin = new Origin(called, 0, 0);
        arrays.forEach((name, array) -> builder.put(name, array, origin));
        return builder.build();
    }

    /** The variables in order. */
    public Map<String, DataArray> arrays() {
        return arrays;
    }

    public Set<String> names() {
        return arrays.keySet();
    }

    public Optional<DataArray> find(String name) {
        return Optional.ofNullable(arrays.get(name));
    }

    /** Where a variable of this set was given. */
    public Origin origin(String name) {
        Origin origin = origins.get(name);
        if (origin == null) {
            throw new IllegalArgumentException("no variable " + name);
        }
        return origin;
    }

    /** The words that the numbers of a variable stand for, the first one for 1; none where it was given as numbers. */
    public List<String> levels(String name) {
        return levels.getOrDefault(name, List.of());
    }

    /** Whether a variable is a column that says where the values of another one belong. */
    public boolean places(String name) {
        return places.contains(name);
    }

    /** The value of {@code .RNG.name}. */
    public Optional<String> generatorName() {
        return generatorName;
    }

    /** The value of {@code .RNG.seed}. */
    public OptionalLong generatorSeed() {
        return generatorSeed;
    }

    /**
     * This set followed by another.
     *
     * @throws SourceException if a variable is in both
     */
    public DataSet merge(DataSet other) {
        Builder builder = new Builder();
        builder.generatorName = other.generatorName.isPresent() ? other.generatorName : generatorName;
        builder.generatorSeed = other.generatorSeed.isPresent() ? other.generatorSeed : generatorSeed;
        arrays.forEach((name, array) -> builder.put(name, array, origins.get(name)));
        builder.levels.putAll(levels);
        builder.levels.putAll(other.levels);
        builder.places.addAll(places);
        builder.places.addAll(other.places);
        List<SourceProblem> problems = new ArrayList<>();
        other.arrays.forEach((name, array) -> {
            Origin origin = other.origins.get(name);
            if (builder.arrays.containsKey(name)) {
                problems.add(new SourceProblem(
                        origin.file(),
                        origin.line(),
                        origin.column(),
                        name + " is given twice",
                        "the first time at " + origins.get(name),
                        ""));
            } else {
                builder.put(name, array, origin);
            }
        });
        if (!problems.isEmpty()) {
            throw new SourceException(problems.subList(0, Math.min(ProblemList.LIMIT, problems.size())));
        }
        return builder.build();
    }

    /** This set with other values for some of its variables, and further variables; what was given keeps its origin. */
    public DataSet with(Map<String, DataArray> values) {
        Builder builder = new Builder();
        builder.generatorName = generatorName;
        builder.generatorSeed = generatorSeed;
        arrays.forEach((name, array) -> builder.put(name, array, origins.get(name)));
        builder.levels.putAll(levels);
        builder.places.addAll(places);
        values.forEach((name, array) -> builder.put(name, array, origins.getOrDefault(name, PROGRAM)));
        return builder.build();
    }

    @Override
    public String toString() {
        return arrays.toString();
    }

    /** Collects what a reader finds. */
    static final class Builder {
        private final Map<String, DataArray> arrays = new LinkedHashMap<>();
        private final Map<String, Origin> origins = new LinkedHashMap<>();
        private Optional<String> generatorName = Optional.empty();
        private OptionalLong generatorSeed = OptionalLong.empty();
        private final Map<String, List<String>> levels = new LinkedHashMap<>();
        private final Set<String> places = new HashSet<>();

        void put(String name, DataArray array, Origin origin) {
            arrays.put(name, array);
            origins.put(name, origin);
        }

        void levels(String name, List<String> words) {
            levels.put(name, List.copyOf(words));
        }

        void places(String name) {
            places.add(name);
        }

        Optional<Origin> find(String name) {
            return Optional.ofNullable(origins.get(name));
        }

        void generatorName(String name) {
            generatorName = Optional.of(name);
        }

        void generatorSeed(long seed) {
            generatorSeed = OptionalLong.of(seed);
        }

        DataSet build() {
            return new DataSet(this);
        }
    }
}
