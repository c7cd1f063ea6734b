package dev.tandem.cli;

import picocli.CommandLine.IVersionProvider;

/** Says which version of the program runs, and on which Java. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"tandem " + number() + ", Java " + System.getProperty("java.version")};
    }

    /** The version of the program, if it runs from its jar. */
    static String number() {
        String version = Tandem.class.getPackage().getImplementationVersion();
        return version == null ? "(development)" : version;
    }
}
