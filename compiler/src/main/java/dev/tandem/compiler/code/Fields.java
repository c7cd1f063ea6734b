package dev.tandem.compiler.code;

import java.util.function.Consumer;

/** Finds the fields that a piece of code uses. */
final class Fields {
    private Fields() {}

    static void visit(Code code, Consumer<Code.Field> found) {
        if (code instanceof Code.Field field) {
            found.accept(field);
        } else if (code instanceof Code.Element c) {
            all(found, c.array(), c.index());
        } else if (code instanceof Code.Arithmetic c) {
            all(found, c.left(), c.right());
        } else if (code instanceof Code.Negated c) {
            all(found, c.operand());
        } else if (code instanceof Code.Converted c) {
            all(found, c.operand());
        } else if (code instanceof Code.Call c) {
            c.arguments().forEach(a -> visit(a, found));
        } else if (code instanceof Code.Choice c) {
            all(found, c.test(), c.whenTrue(), c.whenFalse());
        } else if (code instanceof Code.Test c) {
            all(found, c.left(), c.right());
        } else if (code instanceof Code.Declare c) {
            all(found, c.value());
        } else if (code instanceof Code.Assign c) {
            all(found, c.value());
        } else if (code instanceof Code.Store c) {
            all(found, c.array(), c.index(), c.value());
        } else if (code instanceof Code.Accumulate c) {
            all(found, c.array(), c.index(), c.value());
        } else if (code instanceof Code.Loop c) {
            all(found, c.first(), c.last());
            c.body().forEach(s -> visit(s, found));
        } else if (code instanceof Code.When c) {
            all(found, c.test());
            c.body().forEach(s -> visit(s, found));
        } else if (code instanceof Code.Run c) {
            c.arguments().forEach(a -> visit(a, found));
        } else if (code instanceof Code.Do c) {
            all(found, c.call());
        } else if (code instanceof Code.Return c) {
            all(found, c.value());
        }
    }

    private static void all(Consumer<Code.Field> found, Code... parts) {
        for (Code part : parts) {
            visit(part, found);
        }
    }
}
