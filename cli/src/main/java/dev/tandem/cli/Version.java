package dev.tandem.cli;

import picocli.CommandLine.IVersionProvider;

/** Says which version of the program runs, and on which Java. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Tandem.class.getPackage().getImplementationVersion();
        return new String[] {
            "tandem " + (version == null ? "(development)" : version) + ", Java " + System.getProperty("java.version")
        };
    }
}
