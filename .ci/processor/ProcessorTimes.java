import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes how much processor time each class of tests took, one after the other in one virtual machine: its threads, the
 * compiler and the collector of that machine, and the programs that it started and waited for.
 */
public final class ProcessorTimes implements TestExecutionListener {
    private static final String TICKS = "100";

    private final Path file = Path.of(System.getenv("TANDEM_TIMES"));
    private final String module = Path.of(System.getProperty("basedir")).getFileName().toString();
    private double began;
    private int depth;
    private double methodBegan;

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        write("(start of Java)", seconds());
        began = seconds();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test) && depth++ == 0) {
            began = seconds();
        }
        if (isMethod(test)) {
            methodBegan = seconds();
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isMethod(test)) {
            var source = (MethodSource) test.getSource().orElseThrow();
            String name = source.getClassName();
            writeTo(
                    Path.of(file + ".methods"),
                    name.substring(name.lastIndexOf('.') + 1) + "." + source.getMethodName(),
                    seconds() - methodBegan);
        }
        if (isClass(test) && --depth == 0) {
            String name = ((ClassSource) test.getSource().orElseThrow()).getClassName();
            write(name.substring(name.lastIndexOf('.') + 1), seconds() - began);
        }
    }

    private static boolean isMethod(TestIdentifier test) {
        return test.isTest() && test.getSource().filter(MethodSource.class::isInstance).isPresent();
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent() && test.isContainer();
    }

    /** Processor time of this virtual machine and of its children so far. */
    private static double seconds() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() * 1e-9 + children();
    }

    private static double children() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / Double.parseDouble(TICKS);
        } catch (IOException e) {
            return 0; // not on Linux: those of the children are missing
        }
    }

    private void write(String name, double seconds) {
        writeTo(file, name, seconds);
    }

    private void writeTo(Path file, String name, double seconds) {
        try {
            Files.writeString(
                    file,
                    "%s\t%s\t%.2f%n".formatted(module, name, seconds),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
