package dev.tandem.distributions.catalogue;

import java.util.List;
import java.util.Optional;

/** What the parameters of a distribution have to do with each other. */
@FunctionalInterface
public interface Relation {
    /** A parameter that is wrong, counted from 0, and why. */
    record Fault(int parameter, String message) {}

    /** The parameter that does not go with the others, if there is one. */
    Optional<Fault> fault(List<? extends Argument> parameters);

    /** Parameters that have nothing to do with each other. */
    Relation NONE = parameters -> Optional.empty();

    /** The limits of a uniform distribution are in order. */
    Relation ASCENDING_LIMITS = parameters -> {
        double a = parameters.get(0).get(0);
        double b = parameters.get(1).get(0);
        return unless(
                a < b, 1, "b of dunif must be above a, and " + Numbers.show(b) + " is not above " + Numbers.show(a));
    };

    /** No more are drawn than there are. */
    Relation DRAWN_FROM_ALL = parameters -> {
        double all = parameters.get(0).get(0) + parameters.get(1).get(0);
        return unless(
                parameters.get(2).get(0) <= all,
                2,
                "m1 of dhyper must be at most n1 + n2, which is " + Numbers.show(all));
    };

    /** A Wishart distribution has as many degrees of freedom as rows. */
    Relation DEGREES_OF_ROWS = parameters -> {
        int rows = parameters.get(0).rows();
        return unless(
                parameters.get(1).size() != 1 || parameters.get(1).get(0) >= rows,
                1,
                "k of dwish must be at least the number of rows, " + rows);
    };

    /** No more are chosen than have a weight. */
    Relation CHOSEN_FROM_WEIGHTS = parameters -> {
        long possible = 0;
        for (int i = 0; i < parameters.get(0).size(); i++) {
            possible += parameters.get(0).get(i) > 0 ? 1 : 0;
        }
        return unless(
                parameters.get(1).size() != 1 || parameters.get(1).get(0) <= possible,
                1,
                "k of dsample must be at most the number of weights above zero, " + possible);
    };

    /** The first state is one of those that have rates; one that is no single number is for the law itself to refuse. */
    Relation INITIAL_STATE = parameters -> {
        double initial = parameters.get(0).size() == 1 ? parameters.get(0).get(0) : 1;
        int states = parameters.get(2).rows();
        return unless(
                initial >= 1 && initial <= states,
                0,
                "initial of dmstate must be from 1 to " + states + ", not " + Numbers.show(initial));
    };

    private static Optional<Fault> unless(boolean right, int parameter, String message) {
        return right ? Optional.empty() : Optional.of(new Fault(parameter, message));
    }
}
