package dev.tandem.language.data;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.token.Lexer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads what R's {@code dump} writes, and the {@code list(..)} of OpenBUGS: assignments of numbers, {@code c(..)} and
 * {@code structure(..)}. Nothing is evaluated beyond {@code a:b}.
 */
final class RDump extends RVectors {
    private static final Set<String> DIMENSIONS = Set.of(".Dim", "dim");
    private static final Set<String> LEVELS = Set.of("levels", ".Label");

    private final Dialect dialect;
    private final DataSet.Builder data = new DataSet.Builder();
    /** The levels of the factor that is read. */
    private List<String> levels = List.of();

    RDump(SourceText source, Dialect dialect) {
        super(source);
        this.dialect = dialect;
    }

    DataSet read() {
        skip();
        while (at < text.length()) {
            if (text.startsWith("list", at) && nextAfterWord(4) == '(') {
                list();
            } else {
                assignment();
            }
            skip();
            while (at < text.length() && (text.charAt(at) == ';' || text.charAt(at) == ',')) {
                if (text.charAt(at) == ',') {
                    throw fail(at, at + 1, "unexpected , between variables", "start a new line, or use ;");
                }
                at++;
                skip();
            }
        }
        return data.build();
    }

    // ---- variables ----

    private void assignment() {
        int start = at;
        String name = variableName();
        skip();
        if (text.startsWith("<-", at)) {
            at += 2;
        } else if (peek() == '=') {
            at++;
        } else {
            throw notAnAssignment(start, name);
        }
        variable(name, start, false);
    }

    private SourceException notAnAssignment(int start, String name) {
        if (peek() == '~') {
            return fail(at, at + 1, "unexpected ~ in data", "is this a model file?");
        }
        if (peek() == '[') {
            return fail(
                    start,
                    at + 1,
                    "a line of names with brackets begins a table of BUGS, and must be the first",
                    "put each table into a file of its own");
        }
        if (peek() == '(') {
            return fail(
                    start,
                    at,
                    "data cannot call " + name,
                    "this looks like an R script: write the data with dump(c(\"x\", \"y\"), file = ..)");
        }
        return fail(
                at,
                Math.min(at + 1, text.length()),
                "expected <- after " + name + (at < text.length() ? " but found " + show() : ""),
                "as in x <- c(1, 2, 3)");
    }

    private void list() {
        int start = at;
        at += 4;
        skip();
        at++;
        skip();
        if (accept(')')) {
            throw fail(start, at, "this list is empty", "as in list(x = 1, y = c(2, 3))");
        }
        while (true) {
            int nameStart = at;
            String name = variableName();
            skip();
            if (text.startsWith("<-", at)) {
                at += 2;
            } else if (!accept('=')) {
                throw fail(
                        nameStart, Math.max(at, nameStart + 1), "a value of the list has no name", "as in list(x = 1)");
            }
            variable(name, nameStart, true);
            skip();
            if (accept(')')) {
                return;
            }
            if (!accept(',')) {
                throw at >= text.length()
                        ? fail(start, start + 4, "this list( is never closed", "add a ) at the end")
                        : fail(at, at + 1, "a comma is missing before " + show(), "");
            }
            skip();
            if (peek() == ')') {
                throw fail(at, at + 1, "the last comma of the list is one too many", "");
            }
        }
    }

    private void variable(String name, int start, boolean inList) {
        skip();
        if (name.startsWith(".RNG.")) {
            generator(name);
            return;
        }
        if (!Lexer.isName(name)) {
            throw fail(
                    start,
                    start + name.length(),
                    name + " cannot be the name of a variable",
                    "names start with a letter and consist of letters, digits, dots and underscores");
        }
        int valueStart = at;
        words = new Words();
        levels = List.of();
        DataArray array = value(name, inList);
        data.find(name).ifPresent(first -> {
            throw fail(start, start + name.length(), name + " is given twice", "the first time at " + first);
        });
        skipBlanks();
        if (at < text.length() && isOperator(text.charAt(at))) {
            throw fail(at, at + 1, "data are not computed: unexpected " + show(), "write the result itself");
        }
        if (at == valueStart) {
            throw fail(at, at, "the value of " + name + " is missing", "");
        }
        data.put(name, array, new DataSet.Origin(source.name(), source.line(start), source.column(start)));
        if (!levels.isEmpty()) {
            data.levels(name, levels);
        }
    }

    /** The settings of JAGS's generator, which do not belong to the data. */
    private void generator(String name) {
        int start = at;
        if (name.equals(".RNG.name")) {
            if (peek() != '"' && peek() != '\'') {
                throw fail(at, at + 1, ".RNG.name needs a name in quotes", "as in \"base::Wichmann-Hill\"");
            }
            data.generatorName(quoted());
            return;
        }
        Values values = new Values();
        words = null;
        vector(values, name);
        if (name.equals(".RNG.seed")) {
            double seed = values.get(0);
            if (values.size() != 1 || seed != Math.rint(seed)) {
                throw fail(start, at, ".RNG.seed must be one whole number", "");
            }
            data.generatorSeed((long) seed);
        }
    }

    private String variableName() {
        char c = peek();
        if (c == '"' || c == '\'' || c == '`') {
            return quoted();
        }
        int start = at;
        while (at < text.length() && Lexer.isNamePart(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw fail(
                    at,
                    Math.min(at + 1, text.length()),
                    "expected the name of a variable" + (at < text.length() ? " but found " + show() : ""),
                    strangeHint());
        }
        return text.substring(start, at);
    }

    private String strangeHint() {
        char c = peek();
        if (c == '\u201C' || c == '\u201D' || c == '\u2018' || c == '\u2019') {
            return "these are quotation marks of a word processor: write \"";
        }
        return c == ')' ? "is there a ) too many?" : "as in x <- c(1, 2, 3)";
    }

    // ---- values ----

    private DataArray value(String name, boolean inList) {
        int start = at;
        if (isWord("structure")) {
            return structure(name, inList);
        }
        Values values = new Values();
        vector(values, name);
        if (values.size() == 0) {
            throw fail(start, at, name + " has no values", "leave it out, or write NA for one that is missing");
        }
        return DataArray.wrap(new int[] {values.size()}, coded(values));
    }

    /** The numbers of a variable; of words, those of their levels. */
    private double[] coded(Values values) {
        double[] numbers = values.toArray();
        if (!words.none()) {
            words.code(numbers);
            levels = words.sorted();
        }
        return numbers;
    }

    /** A dot that a blank or a line's end separates from its name, {@code . Dim}, as some files of BUGS have it. */
    private String dot() {
        int next = at + 1;
        if (peek() == '.'
                && next < source.text().length()
                && Character.isWhitespace(source.text().charAt(next))) {
            at++;
            skip();
            return ".";
        }
        return "";
    }

    private DataArray structure(String name, boolean inList) {
        int start = at;
        at += "structure".length();
        skip();
        int open = at;
        at++;
        Values values = null;
        Values dims = null;
        int dimsStart = start;
        boolean named = false;
        do {
            skip();
            String argument = dot() + argumentName();
            skip();
            if (argument.equals(".Data") || (argument.isEmpty() && values == null)) {
                named |= argument.equals(".Data");
                refuseFrame(name);
                values = new Values();
                vector(values, name);
            } else if (DIMENSIONS.contains(argument)) {
                dimsStart = at;
                dims = new Values();
                Words kept = words;
                words = null;
                vector(dims, ".Dim");
                words = kept;
            } else if (argument.isEmpty()) {
                throw fail(at, at + 1, "structure( takes its values first and named parts after them", "");
            } else if (LEVELS.contains(argument)) {
                levels = names();
            } else {
                ignored();
            }
            skip();
        } while (accept(','));
        if (!accept(')')) {
            throw unclosed(open, "structure(");
        }
        if (values == null || values.size() == 0) {
            throw fail(start, at, name + " has no values", "as in structure(c(1, 2, 3, 4), .Dim = c(2, 2))");
        }
        if (dims == null) {
            return DataArray.wrap(new int[] {values.size()}, coded(values));
        }
        int[] sizes = sizes(name, values, dims, dimsStart);
        // A dump is written by R, whatever program the model was written for; a list is OpenBUGS's own.
        if (dialect == Dialect.OPENBUGS && inList) {
            return DataArray.fromRowMajor(sizes, coded(values));
        }
        if (inList && named && sizes.length > 1) {
            throw fail(
                    start,
                    start + "structure".length(),
                    name + " stands in a list( as OpenBUGS writes it, row by row",
                    "read it in the dialect openbugs, or leave out .Data = if it is column by column");
        }
        return DataArray.wrap(sizes, coded(values));
    }

    private int[] sizes(String name, Values values, Values dims, int dimsStart) {
        int[] sizes = new int[dims.size()];
        double product = 1;
        for (int i = 0; i < sizes.length; i++) {
            double size = dims.get(i);
            if (!(size >= 1 && size == Math.rint(size) && size <= Integer.MAX_VALUE)) {
                throw fail(dimsStart, at, "a dimension must be a whole number from 1", "");
            }
            sizes[i] = (int) size;
            product *= size;
        }
        if (sizes.length == 0 || product != values.size()) {
            throw fail(
                    dimsStart,
                    at - 1,
                    name + " has " + values.size() + " values, but its dimensions "
                            + String.join(
                                    " x ",
                                    Arrays.stream(sizes)
                                            .mapToObj(Integer::toString)
                                            .toList())
                            + " make " + (long) product,
                    "");
        }
        return sizes;
    }

    private void refuseFrame(String name) {
        if (isWord("list")) {
            throw fail(
                    at,
                    at + 4,
                    name + " is a data frame or a list",
                    "dump its columns as variables of their own, or write it as CSV");
        }
    }

    /** The names of a factor's levels: what stands between quotation marks up to the next part of structure. */
    private List<String> names() {
        int start = at;
        ignored();
        List<String> names = new ArrayList<>();
        int end = at;
        at = start;
        while (at < end) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                names.add(quoted());
            } else {
                at++;
            }
        }
        return names;
    }

    /** Row names, classes: anything balanced up to the next comma or the end of structure. */
    private void ignored() {
        int start = at;
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'' || c == '`') {
                quoted();
                continue;
            }
            if (depth == 0 && (c == ',' || c == ')')) {
                return;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            at++;
        }
        throw fail(start, start + 1, "the file ends within structure(", "");
    }
}
