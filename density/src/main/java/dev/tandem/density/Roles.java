package dev.tandem.density;

import java.util.BitSet;
import java.util.List;

/**
 * What a judge of convergence has to know about the unknowns of a density beyond their draws: which reported elements are
 * no unknowns, or cannot change, and which unknowns are not reported at all.
 *
 * @param settled the reported elements that are proved to have one value alone, numbered over all reported variables
 * @param computed the reported elements that are computed from unknowns and are none themselves
 * @param drawn the reported elements that are drawn anew for every draw, exactly given all others: they cannot be stuck
 * @param forward those of them that nothing observed depends on; the others are summed out of the density
 * @param hidden the unknowns that are sampled but not reported, as {@link Cursor#reportHidden} writes them
 */
public record Roles(BitSet settled, BitSet computed, BitSet drawn, BitSet forward, List<Hidden> hidden) {
    /** Every reported element is an unknown that may change, and there are no others. */
    public static final Roles PLAIN = new Roles(new BitSet(), new BitSet(), List.of());

    /** Where nothing is drawn anew. */
    public Roles(BitSet settled, BitSet computed, List<Hidden> hidden) {
        this(settled, computed, new BitSet(), new BitSet(), hidden);
    }

    /**
     * Unknown elements of a variable that is not reported.
     *
     * @param variable the variable as a whole
     * @param positions the elements of it that are unknown and may change, in the order of {@link Variable}
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Hidden(Variable variable, int[] positions) {}

    public Roles {
        settled = (BitSet) settled.clone();
        computed = (BitSet) computed.clone();
        drawn = (BitSet) drawn.clone();
        forward = (BitSet) forward.clone();
        hidden = List.copyOf(hidden);
    }

    /** What becomes of a reported element. */
    public enum Fate {
        SAMPLED("sampled"),
        SUMMED_OUT("summed out"),
        FORWARD("drawn forwards"),
        SETTLED("settled"),
        COMPUTED("computed");

        private final String words;

        Fate(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public Fate fate(int reportedElement) {
        if (settled.get(reportedElement)) {
            return Fate.SETTLED;
        }
        if (computed.get(reportedElement)) {
            return Fate.COMPUTED;
        }
        if (!drawn.get(reportedElement)) {
            return Fate.SAMPLED;
        }
        return forward.get(reportedElement) ? Fate.FORWARD : Fate.SUMMED_OUT;
    }

    /** The number of unknowns that are not reported. */
    public int hiddenSize() {
        return hidden.stream().mapToInt(part -> part.positions().length).sum();
    }

    /** The name of an unknown that is not reported. */
    public String hiddenName(int element) {
        int rest = element;
        for (Hidden part : hidden) {
            if (rest < part.positions().length) {
                return part.variable().elementName(part.positions()[rest]);
            }
            rest -= part.positions().length;
        }
        throw new IndexOutOfBoundsException(element);
    }

    public boolean isSettled(int reportedElement) {
        return settled.get(reportedElement);
    }

    public boolean isDrawn(int reportedElement) {
        return drawn.get(reportedElement);
    }

    public boolean isComputed(int reportedElement) {
        return computed.get(reportedElement);
    }
}
