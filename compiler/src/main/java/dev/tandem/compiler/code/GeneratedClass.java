package dev.tandem.compiler.code;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class in the making: fields that are set from outside, and methods. It is printed for people and emitted as
 * bytecode from one tree, so what is shown is what runs.
 */
public final class GeneratedClass {
    /** A field that no loop ever counts to, and of which the compiler of the virtual machine cannot know that. */
    static final String NEVER = "loop$never";

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
        method.body().forEach(statement -> statement.eachField(field -> fields.putIfAbsent(field.name(), field)));
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

    /** The method of this name. */
    public Method method(String named) {
        return methods.stream()
                .filter(method -> method.name().equals(named))
                .findFirst()
                .orElseThrow();
    }

    /** Gives a method other statements. */
    public void replaceBody(String named, List<Code.Statement> body) {
        methods.replaceAll(method -> method.name().equals(named)
                ? new Method(named, method.result(), method.parameters(), body, method.comment())
                : method);
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
        return Printer.print(name, parent.getSimpleName(), comment, List.copyOf(fields.values()), methods);
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
}
