package dev.tandem.cli.options;

import dev.tandem.inference.basis.Program;
import picocli.CommandLine.IVersionProvider;

/** Says which version of the program runs, and on which Java. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }

    /** The version in a line. */
    public static String text() {
        return "tandem " + Program.version() + ", Java " + System.getProperty("java.version");
    }
}
