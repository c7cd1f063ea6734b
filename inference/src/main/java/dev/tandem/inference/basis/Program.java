package dev.tandem.inference.basis;

import java.util.Optional;

/** The program that samples: its version, and what it runs on. */
public final class Program {
    private Program() {}

    /** The version of this program, from its jar; of classes that are in none, a word that says so. */
    public static String version() {
        return Optional.ofNullable(Program.class.getPackage().getImplementationVersion())
                .orElse("(development)");
    }

    /** The version of Java, and the machine's kind of processor. */
    public static String java() {
        return System.getProperty("java.version") + " " + System.getProperty("os.arch");
    }
}
