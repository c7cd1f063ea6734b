package dev.tandem.inference.prediction;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.Statements;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Quantities derived from the draws of a run by statements in the language of the model, which may read its data and what
 * was monitored. They are computed draw by draw, when they are asked for, as a data block would be.
 */
public final class Derivation implements DrawSource {
    /** What stands before the statements, on a line of its own. */
    private static final String BEFORE = "data {\n";

    private static final String AFTER = "\n}\nmodel { nothing.is.modelled.here <- 0 }\n";

    private static final int WHOLE = -1;
    private static final int NOWHERE = -2;

    private final Graph graph;
    private final Draws draws;
    private final long seed;
    private final Model statements;
    private final List<String> names;
    private final List<Variable> variables;
    /** The place of each variable of the draws in the array that it is an element of, if it is not the whole of it. */
    private final int[] places;

    /**
     * What the statements define.
     *
     * @throws SourceException with every problem, at its place in the statements
     */
    public Derivation(ModelView model, Draws draws, String text, long seed) {
        graph = model.graph();
        this.draws = draws;
        this.seed = seed;
        places = places(graph, draws.variables());
        SourceText source = SourceText.of("derived", BEFORE + text + AFTER);
        statements = placed(() -> Model.parse(source, Dialect.JAGS));
        Set<String> defined = new LinkedHashSet<>();
        placed(() -> {
            collect(statements.data(), source, defined);
            NameCheck.refuseUndefined(statements, given(0, 0).names());
            return defined;
        });
        if (defined.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to derive: write statements such as d <- a[1] - a[2]");
        }
        names = List.copyOf(defined);
        Map<String, DataArray> first = at(0, 0, random(0));
        variables = names.stream()
                .map(name -> new Variable(name, shape(first.get(name)), Variable.Kind.CONTINUOUS))
                .toList();
    }

    private static List<Integer> shape(DataArray array) {
        return array.size() == 1 && array.rank() <= 1
                ? List.of()
                : Arrays.stream(array.dims()).boxed().toList();
    }

    /** Gives problems the lines that whoever wrote the statements counts. */
    private static <T> T placed(Supplier<T> action) {
        try {
            return action.get();
        } catch (SourceException e) {
            throw new SourceException(e.problems().stream()
                    .map(problem -> new SourceProblem(
                            problem.file(),
                            Math.max(1, problem.line() - 1),
                            problem.column(),
                            problem.message(),
                            problem.hint(),
                            problem.excerpt()))
                    .toList());
        }
    }

    /** The names on the left; one that the run has means something already. */
    private void collect(List<Statement> all, SourceText source, Set<String> defined) {
        for (Statement statement : all) {
            if (statement instanceof Statement.Loop loop) {
                collect(loop.body(), source, defined);
            } else if (statement instanceof Statement.Relation relation) {
                String name = relation.target().name().text();
                if (given(0, 0).find(name).isPresent()
                        || graph.symbols().stream()
                                .anyMatch(symbol -> symbol.name().equals(name))) {
                    throw new SourceException(List.of(source.problem(
                            relation.target().span(),
                            name + " is a variable of the run already",
                            "give what is derived another name")));
                }
                defined.add(name);
            }
        }
    }

    private static Symbol symbol(Graph graph, String name) {
        return graph.symbols().stream()
                .filter(known -> known.name().equals(name))
                .findAny()
                .orElse(null);
    }

    /** Found once: a history of states has hundreds of variables of one element, and every draw asks for them all. */
    private static int[] places(Graph graph, List<Variable> drawn) {
        Map<String, Map<String, Integer>> elements = new LinkedHashMap<>();
        int[] places = new int[drawn.size()];
        for (int v = 0; v < places.length; v++) {
            String base = BaseName.of(drawn.get(v).name());
            Symbol symbol = symbol(graph, base);
            places[v] = symbol == null || drawn.get(v).size() == symbol.size()
                    ? WHOLE
                    : elements.computeIfAbsent(base, name -> elements(symbol))
                            .getOrDefault(drawn.get(v).name(), NOWHERE);
        }
        return places;
    }

    private static Map<String, Integer> elements(Symbol symbol) {
        Map<String, Integer> elements = new LinkedHashMap<>();
        for (int i = 0; i < symbol.size(); i++) {
            elements.put(symbol.element(i), i);
        }
        return elements;
    }

    /** What a draw gives values to, with the data. */
    private DataSet given(int chain, int draw) {
        Map<String, double[]> values = new LinkedHashMap<>();
        Map<String, int[]> dims = new LinkedHashMap<>();
        int element = 0;
        for (int v = 0; v < places.length; v++) {
            Variable variable = draws.variables().get(v);
            String base = BaseName.of(variable.name());
            Symbol symbol = symbol(graph, base);
            double[] own = values.computeIfAbsent(
                    base,
                    name -> symbol == null ? new double[1] : symbol.values().clone());
            dims.put(base, symbol == null ? new int[] {1} : symbol.dims());
            if (places[v] == WHOLE) {
                for (int i = 0; i < own.length; i++) {
                    own[i] = draws.value(chain, draw, element + i);
                }
            } else if (places[v] != NOWHERE) {
                own[places[v]] = draws.value(chain, draw, element);
            }
            element += variable.size();
        }
        Map<String, DataArray> arrays = new LinkedHashMap<>(graph.data().arrays());
        values.forEach((name, own) -> arrays.put(name, DataArray.of(dims.get(name), own)));
        return DataSet.of(arrays);
    }

    private Map<String, DataArray> at(int chain, int draw, UniformRandomProvider random) {
        DataSet known = given(chain, draw);
        return placed(() -> Statements.run(statements, known, random)).arrays();
    }

    private UniformRandomProvider random(int chain) {
        return RandomSource.L64_X128_MIX.create(31 * seed + chain);
    }

    @Override
    public List<Variable> variables() {
        return new ArrayList<>(variables);
    }

    @Override
    public int chains() {
        return draws.chains();
    }

    @Override
    public int drawsPerChain() {
        return draws.drawsPerChain();
    }

    @Override
    public DrawReader chain(int chain) {
        UniformRandomProvider random = random(chain);
        return DrawReader.inOrder((draw, values, statistics) -> {
            Map<String, DataArray> found = at(chain, draw, random);
            int end = 0;
            for (int v = 0; v < names.size(); v++) {
                double[] own = found.get(names.get(v)).toArray();
                if (own.length != variables.get(v).size()) {
                    throw new IllegalArgumentException(
                            names.get(v) + " has " + variables.get(v).size() + " elements in the first draw and "
                                    + own.length + " in draw " + (draw + 1));
                }
                System.arraycopy(own, 0, values, end, own.length);
                end += own.length;
            }
        });
    }
}
