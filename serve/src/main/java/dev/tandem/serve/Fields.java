package dev.tandem.serve;

import dev.tandem.draws.NearMiss;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a JSON object, read one by one: each of the right type or with a complaint that names it. What nobody read
 * is complained about at the end, since a misspelt setting that is left aside is worse than none. Null is a field that is
 * not there.
 */
final class Fields {
    private final String what;
    private final ObjectNode node;
    private final Set<String> known = new LinkedHashSet<>();

    Fields(String what, ObjectNode node) {
        this.what = what;
        this.node = node;
    }

    private Optional<JsonNode> find(String name) {
        known.add(name);
        return Optional.ofNullable(node.get(name)).filter(value -> !value.isNull());
    }

    boolean has(String name) {
        return find(name).isPresent();
    }

    /** Whatever the field holds. */
    JsonNode need(String name) {
        return find(name).orElseThrow(() -> missing(name));
    }

    Optional<String> text(String name) {
        return find(name).map(value -> {
            if (!value.isString()) {
                throw wrong(name, "text", value);
            }
            return value.stringValue();
        });
    }

    String needText(String name) {
        return text(name).orElseThrow(() -> missing(name));
    }

    Optional<Integer> whole(String name) {
        return find(name).map(value -> {
            if (!value.isIntegralNumber() || !value.canConvertToInt()) {
                throw wrong(name, "a whole number up to " + Integer.MAX_VALUE, value);
            }
            return value.intValue();
        });
    }

    Optional<Long> longWhole(String name) {
        return find(name).map(value -> {
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw wrong(name, "a whole number of 64 bits", value);
            }
            return value.longValue();
        });
    }

    long needWhole(String name) {
        return longWhole(name).orElseThrow(() -> missing(name));
    }

    Optional<Double> number(String name) {
        return find(name).map(value -> {
            if (!value.isNumber()) {
                throw wrong(name, "a number", value);
            }
            return value.doubleValue();
        });
    }

    boolean truth(String name, boolean otherwise) {
        return find(name)
                .map(value -> {
                    if (!value.isBoolean()) {
                        throw wrong(name, "true or false", value);
                    }
                    return value.booleanValue();
                })
                .orElse(otherwise);
    }

    /** Words; empty if there is no such field. */
    List<String> words(String name) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : list(name)) {
            if (!word.isString() || word.stringValue().isBlank()) {
                throw wrong(name, "a list of names", word);
            }
            words.add(word.stringValue());
        }
        return words;
    }

    /** Whole numbers, of which there must be a list. */
    List<Long> wholes(String name) {
        List<Long> numbers = new ArrayList<>();
        need(name);
        for (JsonNode number : list(name)) {
            if (!number.isIntegralNumber() || !number.canConvertToLong()) {
                throw wrong(name, "a list of whole numbers", number);
            }
            numbers.add(number.longValue());
        }
        return numbers;
    }

    /** The entries of a list; none if there is no such field. */
    List<JsonNode> list(String name) {
        return find(name)
                .map(value -> {
                    if (!value.isArray()) {
                        throw wrong(name, "a list", value);
                    }
                    return List.copyOf(value.values());
                })
                .orElse(List.of());
    }

    Optional<ObjectNode> object(String name) {
        return find(name).map(value -> object(name, value));
    }

    ObjectNode object(String name, JsonNode value) {
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw wrong(name, "an object", value);
    }

    ObjectNode needObject(String name) {
        return object(name).orElseThrow(() -> missing(name));
    }

    /** Complains about fields that nobody has asked for. */
    void nothingElse() {
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                throw RefusedException.request(what + " has no field " + name + NearMiss.hint(name, known));
            }
        }
    }

    private RefusedException missing(String name) {
        return RefusedException.request(what + " needs the field " + name);
    }

    private RefusedException wrong(String name, String wanted, JsonNode value) {
        String text = value.toString();
        return RefusedException.request(what + ": " + name + " must be " + wanted + ", not "
                + (text.length() > 40 ? text.substring(0, 40) + ".." : text));
    }
}
