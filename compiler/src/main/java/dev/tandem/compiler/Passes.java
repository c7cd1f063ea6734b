package dev.tandem.compiler;

import dev.tandem.compiler.generate.Generator;
import dev.tandem.compiler.pass.Aliases;
import dev.tandem.compiler.pass.ConstantSummands;
import dev.tandem.compiler.pass.Demand;
import dev.tandem.compiler.pass.EqualTerms;
import dev.tandem.compiler.pass.FixedStorage;
import dev.tandem.compiler.pass.Hoisting;
import dev.tandem.compiler.pass.LinearSums;
import dev.tandem.compiler.pass.Pass;
import dev.tandem.compiler.pass.SiteStorage;
import dev.tandem.compiler.pass.Splitting;
import dev.tandem.compiler.pass.SufficientStatistics;
import dev.tandem.compiler.program.Program;
import dev.tandem.language.source.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** The passes between a lowered model and its code, in their order, and which of them are left out. */
public final class Passes {
    static final String SPLITTING = "splitting";

    private static final String CENTRING = "centring";
    private static final String JOINT_TABLES = "joint-tables";
    private static final String TALLIES = "tallies";
    private static final String FIRST_WRITES = "first-writes";

    /** A loop that is shorter is not worth waking anybody. */
    private static final int LONG_LOOP = 100_000;

    /**
     * A line of the list.
     *
     * @param reason what it does and what that is good for
     * @param place why it stands where it stands
     * @param required whether it cannot be left out
     * @param pass the change of the program; none for a part of another pass, or of the writing of code
     */
    public record Row(String name, String reason, String place, boolean required, Optional<Pass> pass) {}

    private final Set<String> leftOut;
    private final List<Row> rows;
    private final int longLoop;

    private Passes(Set<String> leftOut, int longLoop) {
        this.longLoop = longLoop;
        this.leftOut = Set.copyOf(leftOut);
        rows = List.of(
                row(
                        CENTRING,
                        "Effects in hierarchies get coordinates that can be chosen while a chain warms up, so that it"
                                + " need not follow them into the neck of a funnel.",
                        "In lowering: effects are computed after what their priors depend on."),
                row(new SiteStorage(), "First: every other pass may ask which storage holds discrete unknowns."),
                row(new SufficientStatistics(), "Before whoever changes how sums and predictors are written."),
                row(
                        new EqualTerms(),
                        "After sufficient statistics, which leave to it what the rows have beside squares; before linear"
                                + " sums, which would hide what predictors are computed from."),
                row(
                        new LinearSums(),
                        "Before hoisting and splitting, which would hide the sum that makes a linear predictor."),
                row(
                        new FixedStorage(),
                        "After what writes new storage of unknowns, before whoever asks what is constant."),
                row(
                        new ConstantSummands(),
                        "Before hoisting, which would look constants up in tables and keep them in the loop."),
                row(
                        new Hoisting(!leftOut.contains(JOINT_TABLES)),
                        "Before splitting: a table may be looked up by a term that would have been cut."),
                row(
                        JOINT_TABLES,
                        "Terms that depend on a loop through several whole numbers of small range are looked up by all"
                                + " of them.",
                        "A part of hoisting, which asks for it last: a table by one number is smaller."),
                row(new Splitting(), "When terms are as short as they get."),
                row(new Demand(), "When all steps are there: tables and pieces are wanted by whoever reads them."),
                row(new Aliases(), "Last: the others know unknowns by the storage of their variables."),
                row(
                        TALLIES,
                        "How often each element of a table is looked up is counted as discrete unknowns change, so that"
                                + " a gradient need not run the loop.",
                        "In the writing of code: it follows the sites that have conditionals of their own."),
                row(
                        FIRST_WRITES,
                        "The first derivative that reaches an array is stored instead of added, so that the array need"
                                + " not be cleared.",
                        "Last of all: it changes code that is written."));
    }

    private static Row row(Pass pass, String place) {
        return new Row(pass.name(), pass.reason(), place, pass.required(), Optional.of(pass));
    }

    private static Row row(String name, String reason, String place) {
        return new Row(name, reason, place, false, Optional.empty());
    }

    /** Every pass. */
    public static Passes all() {
        return new Passes(Set.of(), LONG_LOOP);
    }

    /**
     * Every pass but some.
     *
     * @throws IllegalArgumentException where one of the names is not that of a pass that can be left out
     */
    public static Passes without(Collection<String> names) {
        List<String> known = optional();
        for (String name : names) {
            if (!known.contains(name)) {
                boolean required =
                        all().rows.stream().anyMatch(row -> row.name().equals(name));
                String wrong = required
                        ? "the pass " + name + " cannot be left out."
                        : "there is no pass " + name + suffix(Spelling.suggest(name, known));
                throw new IllegalArgumentException(
                        wrong + " Those that can be left out are " + String.join(", ", known));
            }
        }
        return new Passes(new TreeSet<>(names), LONG_LOOP);
    }

    /** Those for log densities that are not added up: unknowns are given in their own storage, and nothing else moves. */
    static Passes forTerms() {
        return new Passes(Set.of(CENTRING, "sufficient-statistics", "equal-terms", "aliases", TALLIES), LONG_LOOP);
    }

    /** These, with loops of so many iterations taken for long ones. */
    Passes sharingFrom(int iterations) {
        return new Passes(leftOut, iterations);
    }

    /** Those for chains of states: factors stay as they are and where they are, and what none of them needs is left out. */
    static Passes forChains() {
        Set<String> leftOut = new TreeSet<>(optional());
        leftOut.remove("demand");
        return new Passes(leftOut, LONG_LOOP);
    }

    private static String suffix(String suggestion) {
        return suggestion.isEmpty() ? "." : suggestion;
    }

    /** Every pass that can be left out, by name, in their order. */
    public static List<String> optional() {
        return all().rows.stream().filter(row -> !row.required()).map(Row::name).toList();
    }

    /** All lines of the list, those that are left out as well. */
    public List<Row> rows() {
        return rows;
    }

    public boolean uses(String name) {
        return !leftOut.contains(name);
    }

    /** Whether the coordinates of effects in hierarchies can be chosen. */
    public boolean centring() {
        return uses(CENTRING);
    }

    /** How code is written. */
    Generator.Choices choices() {
        return new Generator.Choices(uses(TALLIES), uses(FIRST_WRITES), longLoop);
    }

    Program apply(Program lowered) {
        return apply(lowered, (row, program) -> {});
    }

    /** The program after all passes; a listener hears of the program after each. */
    Program apply(Program lowered, BiConsumer<Row, Program> listener) {
        Program program = lowered;
        for (Row row : rows) {
            if (row.pass().isPresent() && uses(row.name())) {
                program = row.pass().get().apply(program);
            }
            listener.accept(row, program);
        }
        return program;
    }
}
