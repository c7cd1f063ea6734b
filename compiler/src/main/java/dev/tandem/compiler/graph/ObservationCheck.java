package dev.tandem.compiler.graph;

/** Finds data that the model makes impossible whatever the unknowns: a Bernoulli node that is 3, a negative count. */
final class ObservationCheck {
    private ObservationCheck() {}

    static void run(Binding binding) {
        binding.throwIfAny();
    }
}
