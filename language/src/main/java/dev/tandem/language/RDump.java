package dev.tandem.language;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads what R's {@code dump} writes, and the {@code list(..)} of OpenBUGS: assignments of numbers, {@code c(..)} and
 * {@code structure(..)}. Nothing is evaluated beyond {@code a:b}.
 */
final class RDump {
    /** Ranges make large arrays out of few characters; together they may make this many values. */
    private static final int MAX_RANGE = 10_000_000;

    private static final int MAX_NESTING = 50;
    private static final Set<String> CONVERSIONS = Set.of("as.integer", "as.numeric", "as.double");
    private static final Set<String> DIMENSIONS = Set.of(".Dim", "dim");

    private final SourceText source;
    private final String text;
    private final Dialect dialect;
    private final DataSet.Builder data = new DataSet.Builder();
    private int at;
    private int fromRanges;
    private int nesting;

    RDump(SourceText source, Dialect dialect) {
        this.source = source;
        this.text = source.text();
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
                    "the rectangular tables of OpenBUGS are not read",
                    "save the table as CSV with a line of column names");
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
    }

    private static boolean isOperator(char c) {
        return c == '+' || c == '-' || c == '*' || c == '/' || c == '^' || c == '[' || c == '$' || c == '%';
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
        return DataArray.wrap(new int[] {values.size()}, values.toArray());
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
            String argument = argumentName();
            skip();
            if (argument.equals(".Data") || (argument.isEmpty() && values == null)) {
                named |= argument.equals(".Data");
                refuseFrame(name);
                values = new Values();
                vector(values, name);
            } else if (DIMENSIONS.contains(argument)) {
                dimsStart = at;
                dims = new Values();
                vector(dims, ".Dim");
            } else if (argument.isEmpty()) {
                throw fail(at, at + 1, "structure( takes its values first and named parts after them", "");
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
            return DataArray.wrap(new int[] {values.size()}, values.toArray());
        }
        int[] sizes = sizes(name, values, dims, dimsStart);
        // A dump is written by R, whatever program the model was written for; a list is OpenBUGS's own.
        if (dialect == Dialect.OPENBUGS && inList) {
            return DataArray.fromRowMajor(sizes, values.toArray());
        }
        if (inList && named && sizes.length > 1) {
            throw fail(
                    start,
                    start + "structure".length(),
                    name + " stands in a list( as OpenBUGS writes it, row by row",
                    "read it in the dialect openbugs, or leave out .Data = if it is column by column");
        }
        return DataArray.wrap(sizes, values.toArray());
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

    /** {@code name =} before a part of structure, or nothing. */
    private String argumentName() {
        int start = at;
        char c = peek();
        String word;
        if (c == '"' || c == '\'' || c == '`') {
            word = quoted();
        } else {
            while (at < text.length() && Lexer.isNamePart(text.charAt(at))) {
                at++;
            }
            word = text.substring(start, at);
        }
        skip();
        if (!word.isEmpty() && accept('=')) {
            return word;
        }
        at = start;
        return "";
    }

    /** Row names, levels, classes: anything balanced up to the next comma or the end of structure. */
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

    /** A number, a range or c(..) of them, appended to {@code values}. */
    private void vector(Values values, String name) {
        skip();
        if (at >= text.length()) {
            throw fail(text.length(), text.length(), "the file ends where a value of " + name + " is expected", "");
        }
        if (isWord("c")) {
            at++;
            skip();
            elements(values, name, "c(");
            return;
        }
        for (String conversion : CONVERSIONS) {
            if (isWord(conversion)) {
                at += conversion.length();
                skip();
                elements(values, name, conversion + "(");
                return;
            }
        }
        element(values, name);
    }

    /** From ( to ). */
    private void elements(Values values, String name, String what) {
        int open = at;
        at++;
        if (++nesting > MAX_NESTING) {
            throw fail(open, at, "c( is nested more than " + MAX_NESTING + " deep", "");
        }
        skip();
        if (!accept(')')) {
            while (true) {
                skip();
                int start = at;
                if (peek() == ',' || peek() == ')') {
                    throw fail(at, at + 1, "a value is missing before " + show(), "write NA for a missing value");
                }
                String label = label();
                if (!label.isEmpty() && peek() == ')') {
                    throw fail(start, at, "the value of " + label + " is missing", "");
                }
                vector(values, name);
                skip();
                if (accept(')')) {
                    break;
                }
                if (!accept(',')) {
                    throw missingComma(open, what);
                }
            }
        }
        nesting--;
    }

    /** {@code a = 1} within c(..): R's names of elements, which carry no data. */
    private String label() {
        char c = peek();
        return Lexer.isLetter(c) || c == '"' || c == '\'' || c == '`' || c == '.' ? argumentName() : "";
    }

    private SourceException missingComma(int open, String what) {
        if (at >= text.length() || text.startsWith("<-", at)) {
            return unclosed(open, what);
        }
        int word = at;
        while (word < text.length() && Lexer.isNamePart(text.charAt(word))) {
            word++;
        }
        int after = word;
        while (after < text.length() && Lexer.isSpace(text.charAt(after))) {
            after++;
        }
        boolean nextVariable = peek() == '"' || text.startsWith("<-", after);
        if (nextVariable) {
            return unclosed(open, what);
        }
        if (peek() == '}' || peek() == ']') {
            return fail(at, at + 1, "expected ) but found " + show(), "the " + what + " is still open");
        }
        if (isOperator(peek())) {
            return fail(at, at + 1, "data are not computed: unexpected " + show(), "write the result itself");
        }
        return fail(at, Math.max(at + 1, word), "a comma is missing before " + show(), "");
    }

    private SourceException unclosed(int open, String what) {
        int start = Math.max(0, open + 1 - what.length());
        return fail(start, open + 1, "this " + what + " is never closed", "add a ) after the last value");
    }

    private void element(Values values, String name) {
        int start = at;
        double value = number(name);
        if (peek() != ':') {
            values.add(value);
            return;
        }
        at++;
        skip();
        double last = number(name);
        if (Double.isNaN(value) || Double.isNaN(last)) {
            throw fail(start, at, "a range needs two numbers", "as in 1:10");
        }
        double count = Math.floor(Math.abs(last - value) + 1e-10) + 1;
        if (fromRanges + count > MAX_RANGE) {
            throw fail(start, at, "this range is too long: more than " + MAX_RANGE + " values", "");
        }
        fromRanges += (int) count;
        for (int i = 0; i < count; i++) {
            values.add(last >= value ? value + i : value - i);
        }
    }

    private double number(String name) {
        int start = at;
        boolean negative = false;
        while (peek() == '-' || peek() == '+') {
            negative ^= peek() == '-';
            at++;
            skipBlanks();
        }
        char c = peek();
        if (Lexer.isLetter(c) || c == '_') {
            return constant(start, negative, name);
        }
        int digits = at;
        long whole = 0;
        while (Lexer.isDigit(peek())) {
            whole = whole * 10 + (peek() - '0');
            at++;
        }
        double value;
        int length = at - digits;
        if (length > 0 && length < 16 && !(peek() == '.' || peek() == 'e' || peek() == 'E')) {
            value = whole;
        } else {
            value = decimal(start, digits, name);
        }
        if (peek() == 'L') {
            at++;
        }
        if (Lexer.isNamePart(peek())) {
            while (Lexer.isNamePart(peek())) {
                at++;
            }
            throw fail(start, at, text.substring(start, at) + " is not a number", "");
        }
        return negative ? -value : value;
    }

    private double decimal(int start, int digits, String name) {
        if (peek() == '.') {
            at++;
            while (Lexer.isDigit(peek())) {
                at++;
            }
        }
        boolean any = at > digits + (text.startsWith(".", digits) ? 1 : 0);
        if (any && (peek() == 'e' || peek() == 'E')) {
            at++;
            if (peek() == '-' || peek() == '+') {
                at++;
            }
            any = Lexer.isDigit(peek());
            while (Lexer.isDigit(peek())) {
                at++;
            }
        }
        if (!any) {
            throw notANumber(start, name);
        }
        double value = Double.parseDouble(text.substring(digits, at));
        if (Double.isInfinite(value)) {
            throw fail(start, at, "this number is too large", "");
        }
        return value;
    }

    private SourceException notANumber(int start, String name) {
        char c = peek();
        if (c == '"' || c == '\'') {
            int from = at;
            quoted();
            return fail(from, at, name + " holds text, and data are numbers", "code the categories as 1, 2, 3, ..");
        }
        if (at > start) {
            return fail(start, at, text.substring(start, at) + " is not a number", "");
        }
        if (at >= text.length()) {
            return fail(start, text.length(), "the file ends where a value of " + name + " is expected", "");
        }
        if (c == '\u2212' || c == '\u2013') {
            return fail(at, at + 1, "this is a dash of a word processor", "write -");
        }
        return fail(start, at + 1, "expected a value of " + name + " but found " + show(), "");
    }

    private double constant(int start, boolean negative, String name) {
        int wordStart = at;
        while (Lexer.isNamePart(peek())) {
            at++;
        }
        String word = text.substring(wordStart, at);
        switch (word) {
            case "NA", "NA_integer_", "NA_real_" -> {
                return Double.NaN;
            }
            case "TRUE" -> {
                return negative ? -1 : 1;
            }
            case "FALSE" -> {
                return 0;
            }
            default -> throw fail(start, at, badWord(word, name), badWordHint(word));
        }
    }

    private String badWord(String word, String name) {
        return switch (word) {
            case "Inf" -> name + " is infinite, and data must be finite";
            case "NaN" -> name + " is not a number (NaN)";
            case "NULL" -> name + " has no value (NULL)";
            default ->
                peek() == '(' ? "data cannot call " + word : "expected a value of " + name + " but found " + word;
        };
    }

    private static String badWordHint(String word) {
        return switch (word) {
            case "Inf" -> "for a bound leave the end of T(,) open; for censoring use a large number";
            case "NaN" -> "write NA if it is missing";
            case "T" -> "write TRUE";
            case "F" -> "write FALSE";
            case "list" -> "a variable is an array of numbers: use c(..)";
            case "rep", "seq", "matrix", "array", "factor" -> "write the values out, as R's dump() does";
            default -> "";
        };
    }

    // ---- text ----

    private String quoted() {
        int start = at;
        char quote = text.charAt(at++);
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' && at + 1 < text.length() ? 2 : 1;
        }
        if (at >= text.length() || text.charAt(at) != quote) {
            at = Math.min(at, text.length());
            throw fail(start, start + 1, "this quotation mark has no partner", "");
        }
        at++;
        return text.substring(start + 1, at - 1);
    }

    /** Whether this word and an opening parenthesis come next. */
    private boolean isWord(String word) {
        return text.startsWith(word, at) && nextAfterWord(word.length()) == '(';
    }

    private char nextAfterWord(int length) {
        int next = at + length;
        while (next < text.length() && (Lexer.isSpace(text.charAt(next)) || isLineEnd(text.charAt(next)))) {
            next++;
        }
        return next < text.length() ? text.charAt(next) : '\0';
    }

    private boolean accept(char c) {
        if (peek() == c && at < text.length()) {
            at++;
            return true;
        }
        return false;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private String show() {
        return at < text.length() ? text.substring(at, text.offsetByCodePoints(at, 1)) : "the end of the file";
    }

    private void skipBlanks() {
        while (at < text.length() && Lexer.isSpace(text.charAt(at))) {
            at++;
        }
    }

    private void skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                while (at < text.length() && !isLineEnd(text.charAt(at))) {
                    at++;
                }
            } else if (isLineEnd(c) || Lexer.isSpace(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private SourceException fail(int start, int end, String message, String hint) {
        int from = Math.min(start, text.length());
        return new SourceException(List.of(source.problem(from, Math.max(from, end), message, hint)));
    }
}
