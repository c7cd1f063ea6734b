package dev.tandem.compiler.generate;

/** What generated code calls for array functions and densities; a generated class has the calls that it makes by number. */
interface ArrayCaller {
    ArrayCalls arrayCall(int call);

    /** The value of an array function, from its scratch arguments into its scratch result. */
    default void callValue(int call) {
        arrayCall(call).value();
    }

    /** The derivatives of an array function: scratch bars of the arguments from the bar of the result. */
    default void callPullback(int call) {
        arrayCall(call).pullback();
    }

    /** The log density of a distribution of arrays into its scratch result. */
    default void callLogDensity(int call) {
        arrayCall(call).logDensity();
    }

    /** The log density of a distribution of arrays into its scratch result, its derivatives into the scratch bars of its arguments. */
    default void callLogDensityAndGradient(int call) {
        arrayCall(call).logDensityAndGradient();
    }
}
