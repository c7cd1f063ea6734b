package dev.tandem.compiler.code;

import java.util.List;

/** A method of a generated class. */
public record Method(String name, Type result, List<Code.Local> parameters, List<Code.Statement> body, String comment) {
    public Method {
        parameters = List.copyOf(parameters);
        body = List.copyOf(body);
    }

    String descriptor() {
        StringBuilder text = new StringBuilder("(");
        parameters.forEach(p -> text.append(p.type().descriptor()));
        return text.append(')').append(result.descriptor()).toString();
    }
}
