package dev.tandem.compiler.generate;

/**
 * What every generated class of long loops inherits. An instance does parts of loops, one at a time: what it writes to and
 * others write to as well is its own, and the cursor adds that up in the order of the parts.
 */
public abstract class Part {
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

    // What generated code calls.

    /** The value of an array function, from its scratch arguments into its scratch result. */
    protected final void callValue(int call) {
        calls[call].value();
    }

    /** The derivatives of an array function: scratch bars of the arguments from the bar of the result. */
    protected final void callPullback(int call) {
        calls[call].pullback();
    }

    /** The log density of an array law into its scratch result. */
    protected final void callLogDensity(int call) {
        calls[call].logDensity();
    }

    /** The log density of an array law into its scratch result, its derivatives into the scratch bars of its arguments. */
    protected final void callLogDensityAndGradient(int call) {
        calls[call].logDensityAndGradient();
    }
}
