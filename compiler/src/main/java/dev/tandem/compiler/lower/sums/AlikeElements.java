package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads one of the elements of a computed variable in the place of all that are computed alike.
 *
 * <p>In {@code phi[i,t] <- mean.phi} or {@code logit(phi[i,t]) <- mu + eps[t]} the elements of all animals are the same number. Read
 * so, what depends on them is seen to be equal for animals with equal histories, and is computed once.
 */
final class AlikeElements {
    private final Terms terms;
    private final Function<Storage, List<Step>> writers;

    /** For each storage that was looked at, by position the first element that is computed in the same way. */
    private final Map<Storage, int[]> firsts = new HashMap<>();

    /**
     * @param writers what computes a storage; nothing where elements are not to be exchanged
     */
    AlikeElements(Terms terms, Function<Storage, List<Step>> writers) {
        this.terms = terms;
        this.writers = writers;
    }

    /** The group with such reads. */
    Group in(Group group) {
        Group present = group;
        for (Term read : group.value.reads()) {
            Optional<int[]> positions = read.storage().constant() ? Optional.empty() : present.positions(read);
            if (positions.isEmpty()) {
                continue;
            }
            int[] first = firsts(read.storage());
            int[] column = Arrays.stream(positions.get())
                    .map(position -> first.length == 0 ? position : first[position])
                    .toArray();
            if (!Arrays.equals(column, positions.get())) {
                Map<Binder, int[]> columns = new LinkedHashMap<>(present.columns);
                Term other = terms.read(read.storage(), terms.binder(Unfolding.named(columns, column, "c")));
                Term value = terms.replace(present.value, term -> term == read ? other : null);
                present = new Group(
                                value, columns, present.values, present.unknowns, present.iterations, present.comment)
                        .of(present);
            }
        }
        return present;
    }

    /** The first element that is computed in the same way, by position; nothing where that is not known. */
    private int[] firsts(Storage storage) {
        int[] known = firsts.get(storage);
        if (known != null) {
            return known;
        }
        // What is computed from itself is left as it is.
        firsts.put(storage, new int[0]);
        int[] first = new int[storage.size()];
        Arrays.setAll(first, position -> position);
        for (Step step : writers.apply(storage)) {
            if (step.compute().isEmpty() || !join(step.compute().get(), first)) {
                return firsts.get(storage);
            }
        }
        firsts.put(storage, first);
        return first;
    }

    /** Joins what a step computes in the same way; false if that depends on unknowns. */
    private boolean join(Step.Compute step, int[] first) {
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(step.nest().ranges());
        Numeric.Fn position = numeric.compile(step.position());
        if (!walk.known() || position == null) {
            return false;
        }
        List<Nest.Range> ranges = step.nest().ranges();
        int[] slots =
                ranges.stream().mapToInt(range -> numeric.slot(range.counter())).toArray();
        IntList[] counters = new IntList[slots.length];
        Arrays.setAll(counters, level -> new IntList());
        IntList positions = new IntList();
        int[] now = new int[numeric.size()];
        walk.run(now, () -> {
            for (int level = 0; level < slots.length; level++) {
                counters[level].add(now[slots[level]]);
            }
            positions.add((int) position.at(now));
        });
        if (positions.size() == 0) {
            return true;
        }
        Map<Binder, int[]> columns = new LinkedHashMap<>();
        for (int level = 0; level < slots.length; level++) {
            columns.put(ranges.get(level).counter(), counters[level].toArray());
        }
        Group group = in(new Group(step.value(), columns, List.of(), List.of(), positions.size(), ""));
        long[][] read = ComponentKeys.read(group);
        Map<ComponentKeys.Key, Integer> seen = new HashMap<>();
        for (int i = 0; i < positions.size(); i++) {
            Integer other = seen.putIfAbsent(new ComponentKeys.Key(read[0][i], read[1][i]), positions.get(i));
            if (other != null) {
                first[positions.get(i)] = other;
            }
        }
        return true;
    }
}
