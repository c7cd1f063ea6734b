package dev.tandem.inference.basis;

import dev.tandem.draws.Draws;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import java.util.List;

/** What may be asked of a posterior by whoever goes on from its draws. */
public interface PosteriorView {
    /** What was sampled. */
    ModelView model();

    /** How it was sampled. */
    Settings settings();

    /** What came out. */
    Run run();

    default Draws draws() {
        return run().draws();
    }

    /**
     * Samples the model again with other data, as it was sampled the first time but from no given starts.
     *
     * @param variables what is monitored
     */
    Draws again(DataSet data, List<String> variables);
}
