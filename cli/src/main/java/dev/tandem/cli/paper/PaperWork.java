package dev.tandem.cli.paper;

import dev.tandem.cli.options.BadFileException;
import dev.tandem.paper.topics.BadInput;

/**
 * What a command of the paper does. Apart from its options, so that what it needs is loaded when it is asked for and not
 * before.
 */
abstract class PaperWork {
    final int run() {
        try {
            return work();
        } catch (BadInput e) {
            throw new BadFileException(e);
        }
    }

    /** Does it, and returns the exit code. */
    abstract int work();
}
