package dev.tandem.sampling.trajectory;

import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.random.Randomness;

/** NUTS over mixed steps: a doubling tree whose edges carry discrete updates. */
public final class TreeKernel extends WalkingKernel {
    public static final int MAX_DEPTH = 10;

    private final DoublingTree tree;
    private final MixedOrbit orbit;

    public TreeKernel(Walker walker, MixedStep step) {
        super(walker);
        tree = new DoublingTree(walker.cursor.space().dimension(), MAX_DEPTH);
        orbit = new MixedOrbit(walker, step);
    }

    /** Lets trees grow to this depth at most, where it does not matter how far they get. */
    public void growNoDeeperThan(int depth) {
        tree.growNoDeeperThan(Math.min(depth, MAX_DEPTH));
    }

    @Override
    void move(Randomness random, Transition outcome) {
        orbit.begin();
        tree.grow(orbit, random);
        orbit.goToChosen();
        outcome.acceptance = tree.acceptance();
        outcome.steerable = tree.steerable();
        outcome.accepted = orbit.moved;
        outcome.divergent = tree.divergent();
        outcome.impossible = tree.impossible();
        outcome.steps = tree.leaves();
        outcome.depth = tree.depth();
        outcome.error = walker.phase.error();
    }

    /** The orbit of mixed steps: state i lies between edges i - 1 and i of the site sequence. */
    private static final class MixedOrbit implements Orbit {
        private final Walker walker;
        private final MixedStep step;
        private Phase.Mark otherEnd;
        private Phase.Mark spare;
        private Phase.Mark chosen;
        private Phase.Mark candidate;
        private long firstIndex;
        private long lastIndex;
        private int facing;
        private boolean moved;

        MixedOrbit(Walker walker, MixedStep step) {
            this.walker = walker;
            this.step = step;
            otherEnd = new Phase.Mark(walker.phase);
            spare = new Phase.Mark(walker.phase);
            chosen = new Phase.Mark(walker.phase);
            candidate = new Phase.Mark(walker.phase);
        }

        void begin() {
            walker.phase.save(chosen);
            walker.phase.save(otherEnd);
            firstIndex = 0;
            lastIndex = 0;
            facing = 1;
            moved = false;
        }

        @Override
        public double extend(int direction) {
            if (direction != facing) {
                walker.phase.save(spare);
                walker.phase.restore(otherEnd);
                Phase.Mark visited = otherEnd;
                otherEnd = spare;
                spare = visited;
                facing = direction;
            }
            if (direction > 0) {
                step.forward(walker, lastIndex++);
            } else {
                step.backward(walker, --firstIndex);
            }
            return walker.phase.error();
        }

        @Override
        public boolean endsBefore() {
            return !walker.motion.returns();
        }

        @Override
        public boolean wholeStep() {
            return walker.motion.whole();
        }

        @Override
        public double[] momentum() {
            return walker.phase.momentum();
        }

        @Override
        public double[] velocity() {
            return walker.phase.velocity(walker.tuning.kinetic());
        }

        @Override
        public void remember() {
            walker.phase.save(candidate);
        }

        @Override
        public void adopt() {
            Phase.Mark previous = chosen;
            chosen = candidate;
            candidate = previous;
            moved = true;
        }

        /** Goes to the chosen state. */
        void goToChosen() {
            walker.phase.restore(chosen);
        }
    }
}
