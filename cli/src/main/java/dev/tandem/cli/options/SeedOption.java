package dev.tandem.cli.options;

import picocli.CommandLine.Option;

/** The option of every command whose randomness is all of one kind. */
public final class SeedOption {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of all randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    public long seed() {
        return seed;
    }
}
