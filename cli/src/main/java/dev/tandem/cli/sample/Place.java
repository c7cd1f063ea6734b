package dev.tandem.cli.sample;

import dev.tandem.cli.examples.Example;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.cluster.Cluster;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;

/** Where the chains of a run in a folder are done: here, or on a cluster. */
@FunctionalInterface
public interface Place extends AutoCloseable {
    Run sample(
            RunFolder folder,
            Subject subject,
            Recorder recorder,
            Progress.Listener listener,
            Cancellation cancellation);

    @Override
    default void close() {}

    /** On threads of this machine. */
    static Place here() {
        return (folder, subject, recorder, listener, cancellation) ->
                Sampling.run(subject.density(), subject.settings(), recorder, listener, cancellation);
    }

    /** On a cluster, which is left in the end. */
    static Place on(Cluster cluster) {
        return new Place() {
            @Override
            public Run sample(
                    RunFolder folder,
                    Subject subject,
                    Recorder recorder,
                    Progress.Listener listener,
                    Cancellation cancellation) {
                return Sampling.run(
                        folder.description().kernel(),
                        subject.settings(),
                        recorder,
                        cluster.chains(folder, densities(), listener, cancellation));
            }

            @Override
            public void close() {
                cluster.close();
            }
        };
    }

    /** Models by their text, and built-in densities by their name. */
    private static Cluster.Densities densities() {
        return run -> run.compile()
                .orElseGet(() -> Example.find(run.description().model())
                        .orElseThrow()
                        .model()
                        .get());
    }
}
