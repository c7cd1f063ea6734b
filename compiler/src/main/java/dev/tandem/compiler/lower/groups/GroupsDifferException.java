package dev.tandem.compiler.lower.groups;

/** Says that a model does not treat groups alike, so that their numbers mean something. */
final class GroupsDifferException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GroupsDifferException() {
        super("groups are not alike", null, false, false);
    }
}
