package dev.tandem.compiler.code;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class in the making: fields that are set from outside, and methods. It is printed for people and emitted as
 * bytecode from one tree, so what is shown is what runs.
 */
public final class GeneratedClass {
    /** A field that no loop ever counts to, and of which the compiler of the virtual machine cannot know that. */
    private static final String NEVER = "loop$never";

    /** The first Java whose compiler is known to vectorise the loops of generated classes without harm. */
    private static final int SOUND_JAVA = 25;

    private final String name;
    private final String comment;
    private final Class<?> parent;
    private final Map<String, Code.Field> fields = new LinkedHashMap<>();
    private final List<Method> methods = new ArrayList<>();
    private int largestMethod;

    public GeneratedClass(String name, String comment, Class<?> parent) {
        this.name = name;
        this.comment = comment;
        this.parent = parent;
    }

    /** Adds a method; the fields that it uses become fields of the class. */
    public void add(Method written) {
        Method method = Tidy.tidy(written);
        methods.add(method);
        method.body().forEach(statement -> Fields.visit(statement, field -> fields.putIfAbsent(field.name(), field)));
    }

    /**
     * Lets the first to add to a whole array store instead, where that can be seen.
     *
     * @param roots methods that are run one after the other
     * @param sizes the arrays in question, by the names of their fields, with their sizes
     * @return the arrays that need not be zero before
     */
    public Set<String> storeFirst(List<String> roots, Map<String, Integer> sizes) {
        FirstWrites writes = new FirstWrites(methods, sizes);
        writes.follow(roots);
        methods.replaceAll(writes::changed);
        return writes.stored();
    }

    public Collection<Code.Field> fields() {
        return Collections.unmodifiableCollection(fields.values());
    }

    public List<Method> methods() {
        return Collections.unmodifiableList(methods);
    }

    /** The bytecode of the largest method, in bytes, once the class has been defined. */
    public int largestMethod() {
        return largestMethod;
    }

    /** The class as Java source. */
    public String source() {
        return Printer.print(name, comment, List.copyOf(fields.values()), methods);
    }

    /** Defines a class beside {@code lookup}'s. */
    public static MethodHandles.Lookup define(MethodHandles.Lookup lookup, byte[] bytes) {
        try {
            return lookup.defineHiddenClass(bytes, true);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class as bytecode, to stand beside {@code lookup}'s; its fields are instance fields, public for {@link #bind}. */
    public byte[] bytes(MethodHandles.Lookup lookup) {
        String internalName = lookup.lookupClass().getPackageName().replace('.', '/') + "/" + name;
        String parentName = internal(parent);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object";
            }
        };
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                internalName,
                null,
                parentName,
                null);
        for (Code.Field field : fields.values()) {
            writer.visitField(Opcodes.ACC_PUBLIC, field.name(), descriptor(field), null, null)
                    .visitEnd();
        }
        boolean guarded = guarded(Runtime.version().feature());
        if (guarded) {
            writer.visitField(Opcodes.ACC_PUBLIC, NEVER, "I", null, null).visitEnd();
        }
        String constructor = "(L" + internal(setupClass()) + ";)V";
        MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", constructor, null, null);
        init.visitCode();
        if (guarded) {
            // Before the parent's constructor, which may call methods with loops: a field that is still zero would end
            // them.
            init.visitVarInsn(Opcodes.ALOAD, 0);
            init.visitLdcInsn(Integer.MIN_VALUE);
            init.visitFieldInsn(Opcodes.PUTFIELD, internalName, NEVER, "I");
        }
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitVarInsn(Opcodes.ALOAD, 1);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, parentName, "<init>", constructor, false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
        for (Method method : methods) {
            MethodVisitor visitor =
                    writer.visitMethod(Opcodes.ACC_PUBLIC, method.name(), method.descriptor(), null, null);
            largestMethod = Math.max(
                    largestMethod, new Emitter(visitor, internalName, parent, methods, method, guarded).emit());
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * Whether innermost loops are guarded against being vectorised. The compiler of Java 17 dies on some that add up
     * products beside a store; it leaves alone any loop that has a branch in its body. See docs/decisions/0082. The guard
     * changes no number, and is not printed.
     */
    static boolean guarded(int java) {
        return java < SOUND_JAVA;
    }

    /** The parent has one constructor with one argument, which the generated one hands on. */
    private Class<?> setupClass() {
        return parent.getDeclaredConstructors()[0].getParameterTypes()[0];
    }

    static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    static String descriptor(Code.Field field) {
        return field.objectType().descriptorString();
    }

    /** Sets a field of an instance. */
    public static void bind(Object instance, String field, Object value) {
        try {
            instance.getClass().getField(field).set(instance, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Emits one method. Fields are loaded into locals at its head, so that loops see plain arrays. */
    private static final class Emitter {
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

        Emitter(
                MethodVisitor out,
                String owner,
                Class<?> parent,
                List<Method> siblings,
                Method method,
                boolean guarded) {
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
                    .forEach(statement ->
                            Fields.visit(statement, field -> fieldSlots.computeIfAbsent(field, f -> next++)));
            fieldSlots.forEach((field, slot) -> {
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitFieldInsn(Opcodes.GETFIELD, owner, field.name(), descriptor(field));
                out.visitVarInsn(Opcodes.ASTORE, slot);
            });
            if (guarded && hasLoop(method.body())) {
                never = next++;
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitFieldInsn(Opcodes.GETFIELD, owner, NEVER, "I");
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
            if (statement instanceof Code.Declare s) {
                expression(s.value());
                store(s.local());
            } else if (statement instanceof Code.Assign s) {
                expression(s.value());
                store(s.local());
            } else if (statement instanceof Code.Store s) {
                expression(s.array());
                expression(s.index());
                expression(s.value());
                out.visitInsn(s.array().type() == Type.INTS ? Opcodes.IASTORE : Opcodes.DASTORE);
            } else if (statement instanceof Code.Accumulate s) {
                expression(s.array());
                expression(s.index());
                out.visitInsn(Opcodes.DUP2);
                out.visitInsn(Opcodes.DALOAD);
                expression(s.value());
                out.visitInsn(Opcodes.DADD);
                out.visitInsn(Opcodes.DASTORE);
            } else if (statement instanceof Code.Loop s) {
                loop(s);
            } else if (statement instanceof Code.When s) {
                Label end = new Label();
                jumpUnless(s.test(), end);
                s.body().forEach(this::statement);
                out.visitLabel(end);
            } else if (statement instanceof Code.Run s) {
                run(s);
            } else if (statement instanceof Code.Do s) {
                expression(s.call());
            } else if (statement instanceof Code.Return s) {
                expression(s.value());
                out.visitInsn(s.value().type() == Type.INT ? Opcodes.IRETURN : Opcodes.DRETURN);
            }
        }

        private void loop(Code.Loop s) {
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

        private void run(Code.Run s) {
            out.visitVarInsn(Opcodes.ALOAD, 0);
            StringBuilder descriptor = new StringBuilder("(");
            for (Code.Expression argument : s.arguments()) {
                expression(argument);
                descriptor.append(
                        argument instanceof Code.Field field
                                ? field.objectType().descriptorString()
                                : argument.type().descriptor());
            }
            descriptor.append(")V");
            boolean sibling = siblings.stream().anyMatch(m -> m.name().equals(s.method()));
            out.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    sibling ? owner : internal(parent),
                    s.method(),
                    descriptor.toString(),
                    false);
        }

        private void store(Code.Local local) {
            int slot = slot(local);
            out.visitVarInsn(
                    local.type().isArray()
                            ? Opcodes.ASTORE
                            : local.type() == Type.INT ? Opcodes.ISTORE : Opcodes.DSTORE,
                    slot);
        }

        private void expression(Code.Expression e) {
            if (e instanceof Code.Local local) {
                out.visitVarInsn(
                        local.type().isArray()
                                ? Opcodes.ALOAD
                                : local.type() == Type.INT ? Opcodes.ILOAD : Opcodes.DLOAD,
                        slot(local));
            } else if (e instanceof Code.Field field) {
                out.visitVarInsn(Opcodes.ALOAD, fieldSlots.get(field));
            } else if (e instanceof Code.Real number) {
                out.visitLdcInsn(number.value());
            } else if (e instanceof Code.Whole whole) {
                whole(whole.value());
            } else if (e instanceof Code.Element element) {
                expression(element.array());
                expression(element.index());
                out.visitInsn(element.type() == Type.INT ? Opcodes.IALOAD : Opcodes.DALOAD);
            } else if (e instanceof Code.Arithmetic a) {
                expression(a.left());
                expression(a.right());
                out.visitInsn(opcode(a));
            } else if (e instanceof Code.Negated n) {
                expression(n.operand());
                out.visitInsn(n.type() == Type.INT ? Opcodes.INEG : Opcodes.DNEG);
            } else if (e instanceof Code.Converted c) {
                expression(c.operand());
                if (c.operand().type() != c.type()) {
                    out.visitInsn(c.type() == Type.INT ? Opcodes.D2I : Opcodes.I2D);
                }
            } else if (e instanceof Code.Call call) {
                StringBuilder descriptor = new StringBuilder("(");
                for (Code.Expression argument : call.arguments()) {
                    expression(argument);
                    descriptor.append(
                            argument instanceof Code.Field field
                                    ? field.objectType().descriptorString()
                                    : argument.type().descriptor());
                }
                descriptor.append(')').append(call.type().descriptor());
                out.visitMethodInsn(
                        Opcodes.INVOKESTATIC, internal(call.owner()), call.method(), descriptor.toString(), false);
            } else if (e instanceof Code.Choice c) {
                Label otherwise = new Label();
                Label end = new Label();
                jumpUnless(c.test(), otherwise);
                expression(c.whenTrue());
                out.visitJumpInsn(Opcodes.GOTO, end);
                out.visitLabel(otherwise);
                expression(c.whenFalse());
                out.visitLabel(end);
            }
        }

        private void whole(int value) {
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
}
