package dev.tandem.compiler.program;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.language.syntax.Link;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The storage of every variable and table, under names that are legal in Java and taken from nobody. */
public final class Storages {
    private static final Set<String> RESERVED = Set.of(
            "abstract",
            "assert",
            "boolean",
            "break",
            "byte",
            "case",
            "catch",
            "char",
            "class",
            "const",
            "continue",
            "default",
            "do",
            "double",
            "else",
            "enum",
            "extends",
            "final",
            "finally",
            "float",
            "for",
            "goto",
            "if",
            "implements",
            "import",
            "instanceof",
            "int",
            "interface",
            "long",
            "native",
            "new",
            "package",
            "private",
            "protected",
            "public",
            "return",
            "short",
            "static",
            "strictfp",
            "super",
            "switch",
            "synchronized",
            "this",
            "throw",
            "throws",
            "transient",
            "try",
            "void",
            "volatile",
            "while",
            "true",
            "false",
            "null",
            "var",
            "accumulator",
            "floor",
            "q",
            "x",
            "out",
            "low",
            "count",
            "total",
            "element");

    /** The names of derivatives, and of the scratch arrays of calls. */
    private static final Pattern GENERATED = Pattern.compile("d_.*|d?r[0-9]+|d?a[0-9]+_[0-9]+");

    private final Map<Symbol, Storage> ofSymbols = new LinkedHashMap<>();
    private final Map<Storage, Optional<Storage>> twins = new HashMap<>();
    private final Map<Storage, Storage> predictors = new HashMap<>();
    private final Map<Storage, Link> links = new HashMap<>();
    private final List<Storage> all = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    public Storage of(Symbol symbol) {
        return ofSymbols.computeIfAbsent(
                symbol,
                s -> add(
                        s.constant()
                                ? Storage.constant(safe(s.name()), s.values())
                                // A copy: start values are written to it, which the graph must not take for data.
                                : Storage.variable(safe(s.name()), s.values().clone())));
    }

    /** The storage of a variable, if it has one already. */
    Optional<Storage> find(Symbol symbol) {
        return Optional.ofNullable(ofSymbols.get(symbol));
    }

    /** The variable that storage was made for. */
    public Symbol symbol(Storage storage) {
        return ofSymbols.entrySet().stream()
                .filter(entry -> entry.getValue() == storage)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** The linear predictor of a variable with a link. */
    public Storage predictor(Storage storage, Link link) {
        return predictors.computeIfAbsent(storage, s -> {
            Storage made = variable(link.word() + "_" + s.name(), s.size());
            for (int i = 0; i < s.size(); i++) {
                double[] known = {s.values()[i]};
                made.values()[i] = Calls.of(link.function()).apply(known);
            }
            if (s.active()) {
                made.activate();
            }
            if (s.discrete()) {
                made.dependOnDiscrete();
            }
            links.put(s, link);
            return made;
        });
    }

    /** The linear predictor behind a term, if it is an element of a variable with that link, or written out with it. */
    public Optional<Term> predictorOf(Term term, Link link, Terms terms) {
        if (term.op() == Term.Op.CALL && term.call().equals(Calls.of(link.inverse()))) {
            return Optional.of(term.argument(0));
        }
        if (term.op() != Term.Op.READ || links.get(term.storage()) != link) {
            return Optional.empty();
        }
        return Optional.of(terms.read(predictors.get(term.storage()), term.argument(0)));
    }

    public Storage add(Storage storage) {
        all.add(storage);
        return storage;
    }

    public Storage table(String name, int[] values) {
        return add(Storage.table(safe(name), values));
    }

    public Storage variable(String name, int size) {
        double[] empty = new double[size];
        java.util.Arrays.fill(empty, Double.NaN);
        return add(Storage.variable(safe(name), empty));
    }

    public Collection<Storage> all() {
        return all;
    }

    Map<Symbol, Storage> ofSymbols() {
        return ofSymbols;
    }

    /** These constants as whole numbers, if they are. */
    public Optional<Storage> wholeTwin(Storage storage) {
        return twins.computeIfAbsent(storage, s -> {
            int[] wholes = new int[s.size()];
            for (int i = 0; i < wholes.length; i++) {
                double value = s.values()[i];
                wholes[i] = (int) value;
                if (wholes[i] != value) {
                    return Optional.empty();
                }
            }
            return Optional.of(table(s.name() + "_i", wholes));
        });
    }

    /** A legal name for a local variable that resembles the model's; locals are made distinct where they are declared. */
    public String safeLocal(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length() && i < 40; i++) {
            char c = name.charAt(i);
            text.append(c < 128 && (Character.isLetterOrDigit(c) || c == '_') ? c : '_');
        }
        return "i_" + text;
    }

    /** A legal and unused name that resembles the model's. */
    public String safe(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length() && i < 40; i++) {
            char c = name.charAt(i);
            boolean legal = c < 128 && (Character.isLetterOrDigit(c) || c == '_');
            text.append(legal ? c : '_');
        }
        if (text.isEmpty()
                || !Character.isLetter(text.charAt(0))
                || RESERVED.contains(text.toString())
                || GENERATED.matcher(text).matches()) {
            text.insert(0, "v_");
        }
        String base = text.toString();
        String unique = base;
        for (int i = 2; !taken.add(unique); i++) {
            unique = base + "_" + i;
        }
        return unique;
    }
}
