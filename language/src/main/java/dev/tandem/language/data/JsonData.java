package dev.tandem.language.data;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.token.Lexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an object of variables from JSON. A nested array {@code [[1, 2], [3, 4]]} is indexed as it is written, so
 * {@code x[1, 2]} is 2; a flat one {@code {"dim": [2, 2], "values": [1, 3, 2, 4]}} is column by column as in R.
 */
final class JsonData {
    private static final int MAX_RANK = 16;
    private static final Set<String> VALUE_KEYS = Set.of("values", "data", ".Data");
    private static final Set<String> DIM_KEYS = Set.of("dim", "dims", ".Dim");

    private final SourceText source;
    private final DataSet.Builder data = new DataSet.Builder();
    private JsonParser json;

    JsonData(SourceText source) {
        this.source = source;
    }

    DataSet read() {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), source.text())) {
            json = parser;
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw fail(
                        "data must be an object of variables",
                        "as in {\"x\": 1, \"y\": [2, 3]}; a table goes column by column, not row by row");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                variable(json.currentName());
            }
            if (json.nextToken() != null) {
                throw fail("something follows the closing } of the data", "a file holds one object");
            }
        } catch (JacksonException e) {
            throw invalid(e);
        }
        return data.build();
    }

    private void variable(String name) {
        int start = offset();
        int end = start + name.length() + 2;
        if (name.equals(".RNG.name") || name.equals(".RNG.seed") || name.equals(".RNG.state")) {
            json.nextToken();
            generator(name);
            return;
        }
        if (!Lexer.isName(name)) {
            throw source.fail(
                    start,
                    end,
                    "\"" + name + "\" cannot be the name of a variable",
                    "names start with a letter and consist of letters, digits, dots and underscores");
        }
        data.find(name).ifPresent(first -> {
            throw source.fail(start, end, name + " is given twice", "the first time at " + first);
        });
        json.nextToken();
        DataArray array = value(name);
        data.put(name, array, new DataSet.Origin(source.name(), source.line(start), source.column(start)));
    }

    private void generator(String name) {
        if (name.equals(".RNG.name")) {
            if (json.currentToken() != JsonToken.VALUE_STRING) {
                throw fail(".RNG.name needs a name in quotes", "");
            }
            data.generatorName(json.getString());
        } else if (name.equals(".RNG.seed")) {
            double seed = json.currentToken() == JsonToken.VALUE_NUMBER_INT ? json.getDoubleValue() : Double.NaN;
            if (!(Math.abs(seed) < 1L << 53)) {
                throw fail(".RNG.seed must be one whole number", "");
            }
            data.generatorSeed((long) seed);
        } else {
            json.skipChildren();
        }
    }

    private DataArray value(String name) {
        return switch (json.currentToken()) {
            case START_ARRAY -> words(name);
            case START_OBJECT -> flat(name);
            default -> DataArray.scalar(number(name));
        };
    }

    /** An array of numbers, or of words, which become the numbers of their levels. */
    private DataArray words(String name) {
        Nested nested = new Nested(name);
        nested.words = new Words();
        DataArray array = nested.read();
        if (!nested.words.none()) {
            data.levels(name, nested.words.sorted());
        }
        return array;
    }

    /** {@code {"dim": [..], "values": [..]}}. */
    private DataArray flat(String name) {
        int start = offset();
        DataArray values = null;
        DataArray dims = null;
        int dimsStart = start;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            if (!VALUE_KEYS.contains(key) && !DIM_KEYS.contains(key)) {
                throw fail(
                        "unknown part \"" + key + "\" of " + name,
                        "an array with dimensions is written {\"dim\": [2, 3], \"values\": [..]}");
            }
            json.nextToken();
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw fail("expected an array for \"" + key + "\" of " + name, "");
            }
            int partStart = offset();
            DataArray part = new Nested(name).read();
            if (part.rank() != 1) {
                throw source.fail(partStart, partStart + 1, "\"" + key + "\" of " + name + " must be flat", "");
            }
            if (DIM_KEYS.contains(key)) {
                dims = part;
                dimsStart = partStart;
            } else {
                values = part;
            }
        }
        if (values == null || dims == null) {
            throw source.fail(
                    start,
                    start + 1,
                    name + " lacks \"" + (values == null ? "values" : "dim") + "\"",
                    "an array with dimensions is written {\"dim\": [2, 3], \"values\": [..]}");
        }
        return shaped(name, dims, values, dimsStart);
    }

    private DataArray shaped(String name, DataArray dims, DataArray values, int dimsStart) {
        int[] sizes = new int[dims.size()];
        double product = 1;
        for (int i = 0; i < sizes.length; i++) {
            double size = dims.value(i);
            if (!(size >= 1 && size == Math.rint(size) && size <= Integer.MAX_VALUE)) {
                throw source.fail(dimsStart, dimsStart + 1, "a dimension must be a whole number from 1", "");
            }
            sizes[i] = (int) size;
            product *= size;
        }
        if (product != values.size()) {
            throw source.fail(
                    dimsStart,
                    dimsStart + 1,
                    name + " has " + values.size() + " values, but its dimensions make " + (long) product,
                    "");
        }
        return DataArray.wrap(sizes, values.toArray());
    }

    private double number(String name) {
        switch (json.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                double value = json.getDoubleValue();
                if (Double.isInfinite(value)) {
                    throw fail("this number is too large", "");
                }
                return value;
            }
            case VALUE_TRUE -> {
                return 1;
            }
            case VALUE_FALSE -> {
                return 0;
            }
            case VALUE_NULL -> {
                return Double.NaN;
            }
            case VALUE_STRING -> {
                String word = json.getString();
                if (word.equals("NA")) {
                    return Double.NaN;
                }
                boolean special = word.endsWith("Inf") || word.endsWith("Infinity") || word.equals("NaN");
                throw fail(
                        special
                                ? name + " is " + word + ", and data must be finite"
                                : name + " holds text, and data are numbers",
                        special ? "a missing value is null or \"NA\"" : DataValues.hint(word));
            }
            default -> throw fail("expected a number for " + name, "a variable is a number or an array of numbers");
        }
    }

    /** An array of arrays of .. of numbers, all of the same shape. */
    private final class Nested {
        private final String name;
        private final Values values = new Values();
        private final List<Integer> dims = new ArrayList<>();
        /** How deep the numbers stand; 0 until the first is seen. */
        private int rank;
        /** The words that stood in place of numbers; null where there may be none. */
        private Words words;

        Nested(String name) {
            this.name = name;
        }

        DataArray read() {
            array(1);
            double[] found = values.toArray();
            if (words != null && !words.none()) {
                words.code(found);
            }
            return DataArray.fromRowMajor(
                    dims.stream().mapToInt(Integer::intValue).toArray(), found);
        }

        private void array(int level) {
            int start = offset();
            if (level > MAX_RANK) {
                throw fail(name + " has more than " + MAX_RANK + " dimensions", "");
            }
            if (dims.size() < level) {
                dims.add(-1);
            }
            int count = 0;
            JsonToken token;
            while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
                count++;
                if (token == JsonToken.START_ARRAY) {
                    if (rank > 0 && level >= rank) {
                        throw ragged("an array stands among numbers");
                    }
                    array(level + 1);
                } else {
                    if (token == JsonToken.START_OBJECT) {
                        throw fail(
                                name + " holds objects, and data are numbers",
                                "give each column as an array of its own");
                    }
                    if ((rank > 0 && level != rank) || (rank == 0 && dims.size() > level)) {
                        throw ragged("a number stands among arrays");
                    }
                    rank = level;
                    values.add(element(token));
                }
            }
            if (count == 0) {
                throw source.fail(
                        start,
                        start + 1,
                        name + " has no values",
                        "leave it out, or write null for one that is missing");
            }
            if (dims.get(level - 1) < 0) {
                dims.set(level - 1, count);
            } else if (dims.get(level - 1) != count) {
                throw source.fail(
                        start,
                        start + 1,
                        name + " is ragged: " + count + " elements here, " + dims.get(level - 1) + " before",
                        "fill the shorter rows with null");
            }
        }

        private double element(JsonToken token) {
            boolean word = words != null && token == JsonToken.VALUE_STRING && Words.isWord(json.getString());
            if (word && (!words.none() || values.allMissing())) {
                return words.number(json.getString());
            }
            double number = number(name);
            if (words != null && !words.none() && !Double.isNaN(number)) {
                throw fail(
                        name + " holds words, and this is a number",
                        "an array holds either words, which become levels, or numbers");
            }
            return number;
        }

        private SourceException ragged(String how) {
            return fail(name + " is ragged: " + how, "every row must have the same shape");
        }
    }

    private int offset() {
        return clamp(json.currentTokenLocation());
    }

    private int clamp(TokenStreamLocation location) {
        return (int) Math.max(0, Math.min(source.text().length(), location.getCharOffset()));
    }

    private SourceException fail(String message, String hint) {
        int start = offset();
        int end = Math.max(start + 1, clamp(json.currentLocation()));
        return source.fail(start, Math.min(end, start + 60), message, hint);
    }

    private SourceException invalid(JacksonException e) {
        String text = source.text();
        int place = clamp(e.getLocation() == null ? json.currentLocation() : e.getLocation());
        // The reader reports the place behind what it could not take.
        if (place > 0 && (place == text.length() || Character.isWhitespace(text.charAt(place)))) {
            place--;
        }
        int start = place;
        while (start > 0 && Lexer.isNamePart(text.charAt(start - 1))) {
            start--;
        }
        int end = start;
        while (end < text.length() && Lexer.isNamePart(text.charAt(end))) {
            end++;
        }
        end = Math.max(end, Math.min(start + 1, text.length()));
        String found = text.substring(start, Math.min(end, start + 30));
        return source.fail(start, end, complaint(e.getOriginalMessage(), found), hint(found));
    }

    /** The reader's reasons are about its features; the user's are about commas. */
    private static String complaint(String reason, String found) {
        if (reason.contains("end-of-input")) {
            return "the file ends before its brackets are closed";
        }
        if (found.startsWith("/") || found.startsWith("#")) {
            return "JSON has no comments";
        }
        if (reason.contains("expecting comma")) {
            return "a comma is missing before " + found;
        }
        if (reason.contains("expecting a colon")) {
            return "a colon is missing before " + found;
        }
        if (reason.contains("start property name")) {
            return "expected a name in double quotes but found " + found;
        }
        if (reason.contains("expected a valid value") || reason.contains("token '")) {
            return "expected a value but found " + found;
        }
        return "this is not valid JSON: " + reason.lines().findFirst().orElse("");
    }

    private static String hint(String found) {
        return switch (found) {
            case "NA", "NaN", "nan", "None", "NULL" -> "a missing value is null or \"NA\"";
            case "Inf", "Infinity" -> "data must be finite";
            case "'" -> "JSON uses double quotes";
            case "}", "]" -> "is there a comma too many, or a value missing?";
            default -> "";
        };
    }
}
