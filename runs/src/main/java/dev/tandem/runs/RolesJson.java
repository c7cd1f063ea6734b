package dev.tandem.runs;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code run.json} says about unknowns: which are settled, computed, drawn anew or not reported. */
final class RolesJson {
    private RolesJson() {}

    static ObjectNode write(Roles roles) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("settled", ranges(roles.settled()));
        node.put("computed", ranges(roles.computed()));
        node.put("drawn", ranges(roles.drawn()));
        node.put("forward", ranges(roles.forward()));
        ArrayNode hidden = node.putArray("not_reported");
        for (Roles.Hidden part : roles.hidden()) {
            ObjectNode entry = hidden.addObject();
            entry.put("name", part.variable().name());
            entry.put("discrete", part.variable().kind() == Variable.Kind.DISCRETE);
            ArrayNode shape = entry.putArray("shape");
            part.variable().shape().forEach(shape::add);
            BitSet positions = new BitSet();
            for (int position : part.positions()) {
                positions.set(position);
            }
            entry.put("elements", ranges(positions));
        }
        return node;
    }

    /** A folder of version 0.1 says nothing of it. */
    static Roles read(JsonNode node) {
        if (!node.isObject()) {
            return Roles.PLAIN;
        }
        List<Roles.Hidden> hidden = new ArrayList<>();
        for (JsonNode entry : node.get("not_reported")) {
            List<Integer> shape = new ArrayList<>();
            entry.get("shape").forEach(extent -> shape.add(extent.asInt()));
            Variable variable = new Variable(
                    entry.get("name").asString(),
                    shape,
                    entry.get("discrete").asBoolean() ? Variable.Kind.DISCRETE : Variable.Kind.CONTINUOUS);
            BitSet positions = bits(entry.get("elements").asString());
            if (positions.length() > variable.size()) {
                throw new IllegalArgumentException(variable.name() + " has no element " + positions.length());
            }
            hidden.add(new Roles.Hidden(variable, positions.stream().toArray()));
        }
        return new Roles(
                bits(node.get("settled").asString()),
                bits(node.get("computed").asString()),
                bits(node.path("drawn").asString("")),
                bits(node.path("forward").asString("")),
                hidden);
    }

    /** Numbers from 0 as ranges, such as {@code 0-3,7}. */
    private static String ranges(BitSet bits) {
        StringBuilder text = new StringBuilder();
        for (int start = bits.nextSetBit(0), end; start >= 0; start = bits.nextSetBit(end)) {
            end = bits.nextClearBit(start);
            text.append(text.isEmpty() ? "" : ",").append(start);
            if (end - 1 > start) {
                text.append('-').append(end - 1);
            }
        }
        return text.toString();
    }

    private static BitSet bits(String ranges) {
        BitSet bits = new BitSet();
        if (ranges.isEmpty()) {
            return bits;
        }
        for (String range : ranges.split(",", -1)) {
            String[] ends = range.split("-", 2);
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("cannot read the range " + range);
            }
            bits.set(first, last + 1);
        }
        return bits;
    }
}
