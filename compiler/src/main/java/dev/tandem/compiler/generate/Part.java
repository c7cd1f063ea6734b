package dev.tandem.compiler.generate;

/**
 * What every generated class of long loops inherits. An instance does parts of loops, one at a time: what it writes to and
 * others write to as well is its own, and the cursor adds that up in the order of the parts.
 */
public abstract class Part implements ArrayCaller {
    private final ArrayCalls[] calls;

    /** The array calls of one part, by number; null where it makes none. */
    @SuppressWarnings("ArrayRecordComponent")
    record Setup(ArrayCalls[] calls) {}

    /** Called by the generated constructor alone. */
    protected Part(Setup setup) {
        calls = setup.calls();
    }

    /** Does the iterations from first to last of a loop, by its number among those that are shared. */
    protected abstract void run(int loop, int first, int last);

    @Override
    public final ArrayCalls arrayCall(int call) {
        return calls[call];
    }
}
