package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.GeneratedClass;
import dev.tandem.compiler.code.Method;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The class that is written: its methods, and the names that all of them share. */
final class ModelClass {
    static final Code.Field ACCUMULATOR = Code.Field.doubles("accumulator");
    static final Code.Whole ZERO = new Code.Whole(0);

    /** What an impossible factor counts while a start is searched for. */
    static final Code.Expression FLOOR = new Code.Element(Code.Field.doubles("floor"), ZERO);

    private final GeneratedClass code;
    private final Map<String, Step> steps = new LinkedHashMap<>();

    ModelClass(String title) {
        code = new GeneratedClass("CompiledModel", title, CompiledCursor.class);
    }

    GeneratedClass code() {
        return code;
    }

    void method(String name, List<Code.Local> parameters, List<Code.Statement> body, String comment) {
        code.add(new Method(name, Type.VOID, parameters, body, comment));
    }

    /** Adds a method that does one step and no more. */
    void method(String name, List<Code.Statement> body, Step step, String comment) {
        method(name, List.of(), body, comment);
        steps.put(name, step);
    }

    /** The methods that do one step each, by name. */
    Map<String, Step> steps() {
        return steps;
    }

    static Code.Local parameter(String name) {
        return new Code.Local(name, Type.INT);
    }

    static Code.Expression floored(Code.Expression factor) {
        return floored(factor, FLOOR);
    }

    static Code.Expression floored(Code.Expression factor, Code.Expression least) {
        return new Code.Call(CompiledCursor.class, "atLeast", List.of(factor, least), Type.DOUBLE);
    }
}
