package dev.tandem.cli;

import picocli.CommandLine.Option;

/** The option of every command whose randomness is all of one kind. */
final class SeedOption {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of all randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    long seed() {
        return seed;
    }
}
