package dev.tandem.compiler.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * An expression or statement of a generated method. Each kind says here, once, what it is made of and how it is rebuilt;
 * whoever treats the kinds apart names all of them, in a visitor.
 */
public sealed interface Code {

    /** What it is made of, in the order in which that is computed; a name that is written to is not among it. */
    List<? extends Code> parts();

    /** Tells of every use of a field, in order. */
    default void eachField(Consumer<Field> found) {
        parts().forEach(part -> part.eachField(found));
    }

    /** Something with a value. */
    sealed interface Expression extends Code {
        Type type();

        /** This expression with its parts changed. */
        Expression map(UnaryOperator<Expression> change);

        void accept(ExpressionVisitor visitor);
    }

    /** What is done with each kind of expression. */
    interface ExpressionVisitor {
        void local(Local local);

        void field(Field field);

        void real(Real number);

        void whole(Whole number);

        void element(Element element);

        void arithmetic(Arithmetic arithmetic);

        void negated(Negated negated);

        void converted(Converted converted);

        void call(Call call);

        void choice(Choice choice);
    }

    /** An expression without parts. */
    sealed interface Leaf extends Expression {
        @Override
        default List<Code> parts() {
            return List.of();
        }

        @Override
        default Expression map(UnaryOperator<Expression> change) {
            return this;
        }
    }

    /** A local variable or parameter; two are the same only if they are the same object. */
    final class Local implements Leaf {
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

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.local(this);
        }
    }

    /** A field of the generated class: an array, or an object whose methods are called. */
    record Field(String name, Type type, Class<?> objectType) implements Leaf {
        public static Field doubles(String name) {
            return new Field(name, Type.DOUBLES, double[].class);
        }

        public static Field ints(String name) {
            return new Field(name, Type.INTS, int[].class);
        }

        @Override
        public void eachField(Consumer<Field> found) {
            found.accept(this);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.field(this);
        }

        // Both are as Java would make them, which takes it some milliseconds at a start.
        @Override
        public boolean equals(Object other) {
            return other instanceof Field field
                    && name.equals(field.name)
                    && type == field.type
                    && Objects.equals(objectType, field.objectType);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * name.hashCode() + type.hashCode()) + Objects.hashCode(objectType);
        }
    }

    record Real(double value) implements Leaf {
        @Override
        public Type type() {
            return Type.DOUBLE;
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.real(this);
        }
    }

    record Whole(int value) implements Leaf {
        @Override
        public Type type() {
            return Type.INT;
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.whole(this);
        }
    }

    /** {@code array[index]}. */
    record Element(Expression array, Expression index) implements Expression {
        @Override
        public Type type() {
            return array.type().element();
        }

        @Override
        public List<Expression> parts() {
            return List.of(array, index);
        }

        @Override
        public Element map(UnaryOperator<Expression> change) {
            return new Element(change.apply(array), change.apply(index));
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.element(this);
        }
    }

    /** {@code left op right}, both of one type; op is one of {@code + - * / %}. */
    record Arithmetic(char operator, Expression left, Expression right) implements Expression {
        @Override
        public Type type() {
            return left.type();
        }

        @Override
        public List<Expression> parts() {
            return List.of(left, right);
        }

        @Override
        public Arithmetic map(UnaryOperator<Expression> change) {
            return new Arithmetic(operator, change.apply(left), change.apply(right));
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.arithmetic(this);
        }
    }

    record Negated(Expression operand) implements Expression {
        @Override
        public Type type() {
            return operand.type();
        }

        @Override
        public List<Expression> parts() {
            return List.of(operand);
        }

        @Override
        public Negated map(UnaryOperator<Expression> change) {
            return new Negated(change.apply(operand));
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.negated(this);
        }
    }

    /** A conversion between int and double. */
    record Converted(Expression operand, Type type) implements Expression {
        @Override
        public List<Expression> parts() {
            return List.of(operand);
        }

        @Override
        public Converted map(UnaryOperator<Expression> change) {
            return new Converted(change.apply(operand), type);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.converted(this);
        }
    }

    /** A static method of a library class. */
    record Call(Class<?> owner, String method, List<Expression> arguments, Type type) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<Expression> parts() {
            return arguments;
        }

        @Override
        public Call map(UnaryOperator<Expression> change) {
            return new Call(owner, method, arguments.stream().map(change).toList(), type);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.call(this);
        }
    }

    /** {@code test ? whenTrue : whenFalse}. */
    record Choice(Test test, Expression whenTrue, Expression whenFalse) implements Expression {
        @Override
        public Type type() {
            return whenTrue.type();
        }

        @Override
        public List<Code> parts() {
            return List.of(test, whenTrue, whenFalse);
        }

        @Override
        public Choice map(UnaryOperator<Expression> change) {
            return new Choice(test.map(change), change.apply(whenTrue), change.apply(whenFalse));
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.choice(this);
        }
    }

    /** A condition. */
    record Test(String comparison, Expression left, Expression right) implements Code {
        @Override
        public List<Expression> parts() {
            return List.of(left, right);
        }

        Test map(UnaryOperator<Expression> change) {
            return new Test(comparison, change.apply(left), change.apply(right));
        }
    }

    /** Something that is done. */
    sealed interface Statement extends Code {
        /** This statement with its own expressions changed, and the statements inside it left as they are. */
        Statement map(UnaryOperator<Expression> change);

        /** The local that it gives a new value, if that had one before or gets more than one. */
        default Optional<Local> changes() {
            return Optional.empty();
        }

        void accept(StatementVisitor visitor);
    }

    /** What is done with each kind of statement. */
    interface StatementVisitor {
        void declare(Declare declare);

        void assign(Assign assign);

        void store(Store store);

        void accumulate(Accumulate accumulate);

        void loop(Loop loop);

        void when(When when);

        void run(Run run);

        void call(Do call);

        void result(Return result);
    }

    /** {@code type local = value;}. */
    record Declare(Local local, Expression value) implements Statement {
        @Override
        public List<Expression> parts() {
            return List.of(value);
        }

        @Override
        public Declare map(UnaryOperator<Expression> change) {
            return new Declare(local, change.apply(value));
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.declare(this);
        }
    }

    /** {@code local = value;}. */
    record Assign(Local local, Expression value) implements Statement {
        @Override
        public List<Expression> parts() {
            return List.of(value);
        }

        @Override
        public Assign map(UnaryOperator<Expression> change) {
            return new Assign(local, change.apply(value));
        }

        @Override
        public Optional<Local> changes() {
            return Optional.of(local);
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.assign(this);
        }
    }

    /** {@code array[index] = value;}. */
    record Store(Expression array, Expression index, Expression value) implements Statement {
        @Override
        public List<Expression> parts() {
            return List.of(array, index, value);
        }

        @Override
        public Store map(UnaryOperator<Expression> change) {
            return new Store(change.apply(array), change.apply(index), change.apply(value));
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.store(this);
        }
    }

    /** {@code array[index] += value;}. */
    record Accumulate(Expression array, Expression index, Expression value) implements Statement {
        @Override
        public List<Expression> parts() {
            return List.of(array, index, value);
        }

        @Override
        public Accumulate map(UnaryOperator<Expression> change) {
            return new Accumulate(change.apply(array), change.apply(index), change.apply(value));
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.accumulate(this);
        }
    }

    /** {@code for (local = first; local <= last; local++)}, or from last down to first. */
    record Loop(Local local, Expression first, Expression last, boolean down, List<Statement> body)
            implements Statement {
        @Override
        public List<Code> parts() {
            List<Code> parts = new ArrayList<>(List.of(first, last));
            parts.addAll(body);
            return parts;
        }

        @Override
        public Loop map(UnaryOperator<Expression> change) {
            return new Loop(local, change.apply(first), change.apply(last), down, body);
        }

        /** This loop around other statements. */
        Loop around(List<Statement> statements) {
            return new Loop(local, first, last, down, statements);
        }

        @Override
        public Optional<Local> changes() {
            return Optional.of(local);
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.loop(this);
        }
    }

    record When(Test test, List<Statement> body) implements Statement {
        @Override
        public List<Code> parts() {
            List<Code> parts = new ArrayList<>(List.of(test));
            parts.addAll(body);
            return parts;
        }

        @Override
        public When map(UnaryOperator<Expression> change) {
            return new When(test.map(change), body);
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.when(this);
        }
    }

    /** Calls another method of the generated class, or an inherited one, for its effect. */
    record Run(String method, List<Expression> arguments) implements Statement {
        public Run {
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<Expression> parts() {
            return arguments;
        }

        @Override
        public Run map(UnaryOperator<Expression> change) {
            return new Run(method, arguments.stream().map(change).toList());
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.run(this);
        }
    }

    /** Calls a static library method for its effect. */
    record Do(Call call) implements Statement {
        @Override
        public List<Expression> parts() {
            return List.of(call);
        }

        @Override
        public Do map(UnaryOperator<Expression> change) {
            return new Do(call.map(change));
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.call(this);
        }
    }

    record Return(Expression value) implements Statement {
        @Override
        public List<Expression> parts() {
            return List.of(value);
        }

        @Override
        public Return map(UnaryOperator<Expression> change) {
            return new Return(change.apply(value));
        }

        @Override
        public void accept(StatementVisitor visitor) {
            visitor.result(this);
        }
    }
}
