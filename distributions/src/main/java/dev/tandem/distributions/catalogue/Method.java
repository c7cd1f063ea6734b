package dev.tandem.distributions.catalogue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.Objects;

/** A static method from doubles to a double, which generated code calls by its name and others through a handle. */
public final class Method {
    private final Class<?> owner;
    private final String name;
    private final int arity;

    /** Found when it is first called; whoever finds it finds the same. */
    private MethodHandle handle;

    public Method(Class<?> owner, String name, int arity) {
        this.owner = owner;
        this.name = name;
        this.arity = arity;
    }

    public Class<?> owner() {
        return owner;
    }

    public String name() {
        return name;
    }

    /** The number of its arguments. */
    public int arity() {
        return arity;
    }

    public double apply(double... arguments) {
        try {
            return (double) handle().invokeExact(arguments);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private MethodHandle handle() throws ReflectiveOperationException {
        MethodHandle found = handle;
        if (found == null) {
            MethodType type = MethodType.methodType(double.class, Collections.nCopies(arity, double.class));
            found = MethodHandles.publicLookup().findStatic(owner, name, type).asSpreader(double[].class, arity);
            handle = found;
        }
        return found;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Method method
                && owner == method.owner
                && arity == method.arity
                && name.equals(method.name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(owner, name, arity);
    }

    /** {@code Math.log}. */
    @Override
    public String toString() {
        return owner.getSimpleName() + "." + name;
    }
}
