package dev.tandem.compiler.code;

import java.util.List;

/** An expression or statement of a generated method. */
public sealed interface Code {

    /** Something with a value. */
    sealed interface Expression extends Code {
        Type type();
    }

    /** A local variable or parameter; two are the same only if they are the same object. */
    final class Local implements Expression {
        private final String name;
        private final Type type;

        public Local(String name, Type type) {
            this.name = name;
            this.type = type;
        }

        public String name() {
            return name;
        }

        @Override
        public Type type() {
            return type;
        }
    }

    /** A field of the generated class: an array, or an object whose methods are called. */
    record Field(String name, Type type, Class<?> objectType) implements Expression {
        public static Field doubles(String name) {
            return new Field(name, Type.DOUBLES, double[].class);
        }

        public static Field ints(String name) {
            return new Field(name, Type.INTS, int[].class);
        }
    }

    record Real(double value) implements Expression {
        @Override
        public Type type() {
            return Type.DOUBLE;
        }
    }

    record Whole(int value) implements Expression {
        @Override
        public Type type() {
            return Type.INT;
        }
    }

    /** {@code array[index]}. */
    record Element(Expression array, Expression index) implements Expression {
        @Override
        public Type type() {
            return array.type().element();
        }
    }

    /** {@code left op right}, both of one type; op is one of {@code + - * / %}. */
    record Arithmetic(char operator, Expression left, Expression right) implements Expression {
        @Override
        public Type type() {
            return left.type();
        }
    }

    record Negated(Expression operand) implements Expression {
        @Override
        public Type type() {
            return operand.type();
        }
    }

    /** A conversion between int and double. */
    record Converted(Expression operand, Type type) implements Expression {}

    /** A static method of a library class. */
    record Call(Class<?> owner, String method, List<Expression> arguments, Type type) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code test ? whenTrue : whenFalse}. */
    record Choice(Test test, Expression whenTrue, Expression whenFalse) implements Expression {
        @Override
        public Type type() {
            return whenTrue.type();
        }
    }

    /** A condition. */
    record Test(String comparison, Expression left, Expression right) implements Code {}

    /** Something that is done. */
    sealed interface Statement extends Code {}

    /** {@code type local = value;}. */
    record Declare(Local local, Expression value) implements Statement {}

    /** {@code local = value;}. */
    record Assign(Local local, Expression value) implements Statement {}

    /** {@code array[index] = value;}. */
    record Store(Expression array, Expression index, Expression value) implements Statement {}

    /** {@code array[index] += value;}. */
    record Accumulate(Expression array, Expression index, Expression value) implements Statement {}

    /** {@code for (local = first; local <= last; local++)}, or from last down to first. */
    record Loop(Local local, Expression first, Expression last, boolean down, List<Statement> body)
            implements Statement {}

    record When(Test test, List<Statement> body) implements Statement {}

    /** Calls another method of the generated class, or an inherited one, for its effect. */
    record Run(String method, List<Expression> arguments) implements Statement {}

    /** Calls a static library method for its effect. */
    record Do(Call call) implements Statement {}

    record Return(Expression value) implements Statement {}
}
