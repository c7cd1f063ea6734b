package dev.tandem.compiler.code;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Emits one method. Fields are loaded into locals at its head, so that loops see plain arrays. */
final class Emitter implements Code.StatementVisitor, Code.ExpressionVisitor {
    private final MethodVisitor out;
    private final String owner;
    private final Class<?> parent;
    private final List<Method> siblings;
    private final Method method;
    private final boolean guarded;
    private final Map<Code.Local, Integer> slots = new HashMap<>();
    private final Map<Code.Field, Integer> fieldSlots = new LinkedHashMap<>();
    private int next = 1;
    private int never;

    Emitter(MethodVisitor out, String owner, Class<?> parent, List<Method> siblings, Method method, boolean guarded) {
        this.out = out;
        this.owner = owner;
        this.parent = parent;
        this.siblings = siblings;
        this.method = method;
        this.guarded = guarded;
    }

    /** Writes the method and returns its size in bytes. */
    int emit() {
        out.visitCode();
        for (Code.Local parameter : method.parameters()) {
            slot(parameter);
        }
        method.body()
                .forEach(statement -> statement.eachField(field -> fieldSlots.computeIfAbsent(field, f -> next++)));
        fieldSlots.forEach((field, slot) -> {
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitFieldInsn(Opcodes.GETFIELD, owner, field.name(), GeneratedClass.descriptor(field));
            out.visitVarInsn(Opcodes.ASTORE, slot);
        });
        if (guarded && hasLoop(method.body())) {
            never = next++;
            out.visitVarInsn(Opcodes.ALOAD, 0);
            out.visitFieldInsn(Opcodes.GETFIELD, owner, GeneratedClass.NEVER, "I");
            out.visitVarInsn(Opcodes.ISTORE, never);
        }
        method.body().forEach(this::statement);
        if (method.result() == Type.VOID) {
            out.visitInsn(Opcodes.RETURN);
        }
        Label end = new Label();
        out.visitLabel(end);
        out.visitMaxs(0, 0);
        out.visitEnd();
        return end.getOffset();
    }

    private int slot(Code.Local local) {
        return slots.computeIfAbsent(local, l -> {
            int slot = next;
            next += l.type() == Type.DOUBLE ? 2 : 1;
            return slot;
        });
    }

    private void statement(Code.Statement statement) {
        statement.accept(this);
    }

    private void expression(Code.Expression expression) {
        expression.accept(this);
    }

    @Override
    public void declare(Code.Declare s) {
        expression(s.value());
        store(s.local());
    }

    @Override
    public void assign(Code.Assign s) {
        expression(s.value());
        store(s.local());
    }

    @Override
    public void store(Code.Store s) {
        expression(s.array());
        expression(s.index());
        expression(s.value());
        out.visitInsn(s.array().type() == Type.INTS ? Opcodes.IASTORE : Opcodes.DASTORE);
    }

    @Override
    public void accumulate(Code.Accumulate s) {
        expression(s.array());
        expression(s.index());
        out.visitInsn(Opcodes.DUP2);
        out.visitInsn(Opcodes.DALOAD);
        expression(s.value());
        out.visitInsn(Opcodes.DADD);
        out.visitInsn(Opcodes.DASTORE);
    }

    @Override
    public void when(Code.When s) {
        Label end = new Label();
        jumpUnless(s.test(), end);
        s.body().forEach(this::statement);
        out.visitLabel(end);
    }

    @Override
    public void call(Code.Do s) {
        expression(s.call());
    }

    @Override
    public void result(Code.Return s) {
        expression(s.value());
        out.visitInsn(s.value().type() == Type.INT ? Opcodes.IRETURN : Opcodes.DRETURN);
    }

    @Override
    public void loop(Code.Loop s) {
        int i = slot(s.local());
        int bound = next++;
        expression(s.down() ? s.first() : s.last());
        out.visitVarInsn(Opcodes.ISTORE, bound);
        expression(s.down() ? s.last() : s.first());
        out.visitVarInsn(Opcodes.ISTORE, i);
        Label head = new Label();
        Label end = new Label();
        out.visitLabel(head);
        out.visitVarInsn(Opcodes.ILOAD, i);
        out.visitVarInsn(Opcodes.ILOAD, bound);
        out.visitJumpInsn(s.down() ? Opcodes.IF_ICMPLT : Opcodes.IF_ICMPGT, end);
        if (guarded && !hasLoop(s.body())) {
            out.visitVarInsn(Opcodes.ILOAD, i);
            out.visitVarInsn(Opcodes.ILOAD, never);
            out.visitJumpInsn(Opcodes.IF_ICMPEQ, end);
        }
        s.body().forEach(this::statement);
        out.visitIincInsn(i, s.down() ? -1 : 1);
        out.visitJumpInsn(Opcodes.GOTO, head);
        out.visitLabel(end);
    }

    private static boolean hasLoop(List<Code.Statement> body) {
        return body.stream()
                .anyMatch(statement -> statement instanceof Code.Loop
                        || (statement instanceof Code.When when && hasLoop(when.body())));
    }

    @Override
    public void run(Code.Run s) {
        out.visitVarInsn(Opcodes.ALOAD, 0);
        String descriptor = arguments(s.arguments()) + Type.VOID.descriptor();
        boolean sibling = siblings.stream().anyMatch(m -> m.name().equals(s.method()));
        out.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                sibling ? owner : GeneratedClass.internal(parent),
                s.method(),
                descriptor,
                false);
    }

    private void store(Code.Local local) {
        int slot = slot(local);
        out.visitVarInsn(
                local.type().isArray() ? Opcodes.ASTORE : local.type() == Type.INT ? Opcodes.ISTORE : Opcodes.DSTORE,
                slot);
    }

    @Override
    public void local(Code.Local local) {
        out.visitVarInsn(
                local.type().isArray() ? Opcodes.ALOAD : local.type() == Type.INT ? Opcodes.ILOAD : Opcodes.DLOAD,
                slot(local));
    }

    @Override
    public void field(Code.Field field) {
        out.visitVarInsn(Opcodes.ALOAD, fieldSlots.get(field));
    }

    @Override
    public void real(Code.Real number) {
        out.visitLdcInsn(number.value());
    }

    @Override
    public void element(Code.Element element) {
        expression(element.array());
        expression(element.index());
        out.visitInsn(element.type() == Type.INT ? Opcodes.IALOAD : Opcodes.DALOAD);
    }

    @Override
    public void arithmetic(Code.Arithmetic a) {
        expression(a.left());
        expression(a.right());
        out.visitInsn(opcode(a));
    }

    @Override
    public void negated(Code.Negated n) {
        expression(n.operand());
        out.visitInsn(n.type() == Type.INT ? Opcodes.INEG : Opcodes.DNEG);
    }

    @Override
    public void converted(Code.Converted c) {
        expression(c.operand());
        if (c.operand().type() != c.type()) {
            out.visitInsn(c.type() == Type.INT ? Opcodes.D2I : Opcodes.I2D);
        }
    }

    @Override
    public void call(Code.Call call) {
        String descriptor = arguments(call.arguments()) + call.type().descriptor();
        out.visitMethodInsn(
                Opcodes.INVOKESTATIC, GeneratedClass.internal(call.owner()), call.method(), descriptor, false);
    }

    @Override
    public void choice(Code.Choice c) {
        Label otherwise = new Label();
        Label end = new Label();
        jumpUnless(c.test(), otherwise);
        expression(c.whenTrue());
        out.visitJumpInsn(Opcodes.GOTO, end);
        out.visitLabel(otherwise);
        expression(c.whenFalse());
        out.visitLabel(end);
    }

    /** Computes arguments, and describes them as a method's descriptor does. */
    private String arguments(List<Code.Expression> arguments) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Code.Expression argument : arguments) {
            expression(argument);
            descriptor.append(
                    argument instanceof Code.Field field
                            ? GeneratedClass.descriptor(field)
                            : argument.type().descriptor());
        }
        return descriptor.append(')').toString();
    }

    @Override
    public void whole(Code.Whole number) {
        int value = number.value();
        if (value >= -1 && value <= 5) {
            out.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            out.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            out.visitLdcInsn(value);
        }
    }

    private static int opcode(Code.Arithmetic a) {
        boolean whole = a.type() == Type.INT;
        return switch (a.operator()) {
            case '+' -> whole ? Opcodes.IADD : Opcodes.DADD;
            case '-' -> whole ? Opcodes.ISUB : Opcodes.DSUB;
            case '*' -> whole ? Opcodes.IMUL : Opcodes.DMUL;
            case '/' -> whole ? Opcodes.IDIV : Opcodes.DDIV;
            case '%' -> whole ? Opcodes.IREM : Opcodes.DREM;
            default -> throw new IllegalStateException("operator " + a.operator());
        };
    }

    private void jumpUnless(Code.Test test, Label target) {
        expression(test.left());
        expression(test.right());
        if (test.left().type() == Type.INT) {
            out.visitJumpInsn(
                    switch (test.comparison()) {
                        case "<" -> Opcodes.IF_ICMPGE;
                        case "<=" -> Opcodes.IF_ICMPGT;
                        case ">" -> Opcodes.IF_ICMPLE;
                        case ">=" -> Opcodes.IF_ICMPLT;
                        case "==" -> Opcodes.IF_ICMPNE;
                        default -> Opcodes.IF_ICMPEQ;
                    },
                    target);
            return;
        }
        // A comparison with NaN is false: the constant pushed for NaN must make the jump.
        boolean less = test.comparison().startsWith("<");
        out.visitInsn(less ? Opcodes.DCMPG : Opcodes.DCMPL);
        out.visitJumpInsn(
                switch (test.comparison()) {
                    case "<" -> Opcodes.IFGE;
                    case "<=" -> Opcodes.IFGT;
                    case ">" -> Opcodes.IFLE;
                    case ">=" -> Opcodes.IFLT;
                    case "==" -> Opcodes.IFNE;
                    default -> Opcodes.IFEQ;
                },
                target);
    }
}
