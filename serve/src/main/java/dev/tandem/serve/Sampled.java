package dev.tandem.serve;

import dev.tandem.inference.Posterior;
import dev.tandem.inference.outcome.Outcome;
import java.util.List;

/**
 * A run that was made, kept until it is forgotten.
 *
 * @param posterior its draws and its model
 * @param outcome the run with all that is said about it
 * @param notes what was said on the way
 */
record Sampled(Posterior posterior, Outcome outcome, List<String> notes) {
    Sampled {
        notes = List.copyOf(notes);
    }
}
