package dev.tandem.compiler.code;

/** The types of generated code. */
public enum Type {
    INT("int", "I"),
    DOUBLE("double", "D"),
    INTS("int[]", "[I"),
    DOUBLES("double[]", "[D"),
    VOID("void", "V");

    private final String word;
    private final String descriptor;

    Type(String word, String descriptor) {
        this.word = word;
        this.descriptor = descriptor;
    }

    public String word() {
        return word;
    }

    String descriptor() {
        return descriptor;
    }

    boolean isArray() {
        return this == INTS || this == DOUBLES;
    }

    Type element() {
        return this == INTS ? INT : DOUBLE;
    }
}
