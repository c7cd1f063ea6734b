package dev.tandem.compiler.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a read can meet: the values of the elements in a loop, or nothing that is known. */
class ValueRangesTest {
    private final Terms terms = new Terms();
    private final Storage storage = Storage.variable("x", new double[4]);
    private final ValueRanges ranges = new ValueRanges();

    /** The range of x[k] for k in the loop. */
    private int[] of(int first, int last) {
        Binder k = new Binder("k");
        Term read = terms.read(storage, terms.binder(k));
        return ranges.of(read, new Nest(List.of(new Nest.Range(k, terms.whole(first), terms.whole(last)))));
    }

    @Test
    void onlyTheElementsThatAreMetCount() {
        for (int i = 0; i < 4; i++) {
            ranges.set(storage, i, 1, 2 + i);
        }
        assertThat(of(0, 3)).containsExactly(1, 5);
        assertThat(of(1, 2)).containsExactly(1, 4);
    }

    /** A table by the values of the others would be read at the place of a number that is not whole. */
    @Test
    void anElementOfWhichNothingIsKnownMayBeAnything() {
        ranges.set(storage, 2, 0, 1);
        ranges.set(storage, 3, 0, 1);
        assertThat(of(2, 3)).containsExactly(0, 1);
        assertThat(of(0, 3)).isNull();
        assertThat(of(1, 2)).isNull();
    }
}
