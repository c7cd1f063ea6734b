package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Java programs may rely on is written down, in the file {@code api.txt} of each module that makes promises. A change
 * of it is made on purpose: with {@code -Dtandem.docs.write=true}, as {@code docs/write.sh} has it, the file is written anew,
 * and its difference belongs to the change.
 */
class PublicApiTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Pattern NAME = Pattern.compile("(?<![\\w$.])(?:[a-z]\\w*\\.)+(?=[A-Z])");
    private static final Pattern ELSEWHERE = Pattern.compile("dev\\.tandem(?:[.$]\\w+)+");

    /** What every record, enum and object has. */
    private static final Set<String> COMMON = Set.of("equals", "hashCode", "toString", "values", "valueOf");

    @ParameterizedTest
    @ValueSource(strings = {"density", "inference"})
    void isWrittenDown(String module) throws Exception {
        String api = list("dev.tandem." + module);
        Path file = ROOT.resolve(module).resolve("api.txt");
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(file, api);
        }
        assertThat(file)
                .as("the public API of %s; if the change is meant, docs/write.sh writes it", module)
                .content()
                .isEqualTo(api);
    }

    private static String list(String root) throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : classes(root)) {
            Class<?> type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
            if (open(type)) {
                types.add(type);
            }
        }
        types.sort(Comparator.comparing(Class::getName));
        StringBuilder text = new StringBuilder("The public API of " + root + ", as PublicApiTest holds it.\n");
        Set<String> elsewhere = new TreeSet<>();
        String place = root;
        for (Class<?> type : types) {
            if (!type.getPackageName().equals(place)) {
                place = type.getPackageName();
                text.append("\nIn ").append(place).append(":\n");
            }
            text.append('\n').append(shortened(heading(type), root, elsewhere)).append('\n');
            members(type)
                    .map(member -> shortened(member, root, elsewhere))
                    .sorted()
                    .forEach(member -> text.append("    ").append(member).append('\n'));
        }
        if (!elsewhere.isEmpty()) {
            text.append("\nTypes of other packages that these mention:\n");
            elsewhere.forEach(name -> text.append("    ").append(name).append('\n'));
        }
        return text.toString();
    }

    /** The names of all classes below a package, which lies in a folder or a jar. */
    private static List<String> classes(String root) throws IOException {
        String folder = root.replace('.', '/');
        URL place = PublicApiTest.class.getClassLoader().getResource(folder);
        if (place.openConnection() instanceof JarURLConnection connection) {
            try (JarFile jar = new JarFile(connection.getJarFileURL().getPath())) {
                return names(jar.stream().map(entry -> entry.getName()).filter(name -> name.startsWith(folder + "/")));
            }
        }
        Path below = Path.of(place.getPath());
        try (Stream<Path> files = Files.walk(below)) {
            return names(files.map(file -> folder + "/" + below.relativize(file)));
        }
    }

    private static List<String> names(Stream<String> files) {
        return files.filter(file -> file.endsWith(".class"))
                .map(file ->
                        file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                .toList();
    }

    /** Whether whoever uses the module can name it. */
    private static boolean open(Class<?> type) {
        return !type.isSynthetic()
                && visible(type.getModifiers())
                && (type.getEnclosingClass() == null || open(type.getEnclosingClass()))
                && !type.getSimpleName().equals("package-info");
    }

    private static boolean visible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String heading(Class<?> type) {
        String bases = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass())
                                .filter(base -> base != Object.class && base != Record.class && !type.isEnum()),
                        Arrays.stream(type.getGenericInterfaces()))
                .map(base -> base.getTypeName())
                .collect(Collectors.joining(", "));
        // By hand: what Java itself prints of a class changes from version to version.
        String kind = type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        String parameters = Arrays.stream(type.getTypeParameters())
                .map(parameter -> parameter.getName())
                .collect(Collectors.joining(", "));
        return (Modifier.isAbstract(type.getModifiers()) && !type.isInterface() ? "abstract " : "")
                + (type.isSealed() ? "sealed " : Modifier.isFinal(type.getModifiers()) ? "final " : "")
                + kind + " " + type.getName()
                + (parameters.isEmpty() ? "" : "<" + parameters + ">")
                + (bases.isEmpty() ? "" : " : " + bases);
    }

    private static Stream<String> members(Class<?> type) {
        boolean extensible = !Modifier.isFinal(type.getModifiers());
        return Stream.of(type.getDeclaredConstructors(), type.getDeclaredMethods(), type.getDeclaredFields())
                .flatMap(Arrays::stream)
                .filter(member -> offered((Member) member, extensible))
                .map(PublicApiTest::signature);
    }

    private static boolean offered(Member member, boolean extensible) {
        return !member.isSynthetic()
                && (Modifier.isPublic(member.getModifiers())
                        || (extensible && Modifier.isProtected(member.getModifiers())))
                && !COMMON.contains(member.getName());
    }

    private static String signature(AccessibleObject member) {
        String owner = ((Member) member).getDeclaringClass().getName();
        if (member instanceof Method method) {
            return method.toGenericString().replace(owner + "." + method.getName() + "(", method.getName() + "(");
        }
        if (member instanceof Constructor<?> constructor) {
            return constructor.toGenericString().replace(owner + "(", "new(");
        }
        Field field = (Field) member;
        return field.toGenericString().replace(owner + "." + field.getName(), field.getName());
    }

    /** Without the packages that a reader knows, and remembering the types of Tandem that are promised by the way. */
    private static String shortened(String text, String root, Set<String> elsewhere) {
        Matcher names = ELSEWHERE.matcher(text);
        while (names.find()) {
            String name = names.group();
            if (!name.startsWith(root + ".")) {
                elsewhere.add(name.replace('$', '.'));
            }
        }
        return NAME.matcher(text).replaceAll("").replace('$', '.');
    }
}
