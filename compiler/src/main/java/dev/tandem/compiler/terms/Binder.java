package dev.tandem.compiler.terms;

/** A whole number that a loop, a sum or a method's parameter binds; two are the same only if they are one object. */
public final class Binder {
    private final String name;

    public Binder(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
