package dev.tandem.language.token;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises files that are something else than they were given as, since their errors would lead astray. */
public final class WrongFile {
    /** Enough to see what a file is; a model's first block starts within it. */
    private static final int LOOK = 20_000;

    /** Made when a file has a problem, not at every start. */
    private static final class Looks {
        static final Pattern STAN = Pattern.compile(
                "(?m)^[ \\t]*(parameters|transformed\\s+data|transformed\\s+parameters|generated\\s+quantities|functions)\\s*\\{");
        static final Pattern STAN_DECLARATION = Pattern.compile(
                "(?m)^[ \\t]*(int|real|vector|matrix|array)\\b\\s*(<[^>]*>)?\\s*(\\[[^\\]]*\\])?\\s+\\w+.*;");
        static final Pattern R_SCRIPT = Pattern.compile(
                "(?m)^[ \\t]*(library\\s*\\(|require\\s*\\(|cat\\s*\\(|sink\\s*\\(|[\\w.]+\\s*(<-|=)\\s*function\\s*\\(|"
                        + "[\\w.]+\\s*(<-|=)\\s*[\"']\\s*(model|data|var)?\\s*(\\{|$))");
        static final Pattern MODEL_BLOCK = Pattern.compile("\\bmodel\\b[^{}]{0,200}\\{");
        static final Pattern R_DATA = Pattern.compile(
                "^(list\\s*\\(|[\"'`]?[.\\w]+[\"'`]?\\s*(<-|=)\\s*(structure|c|as\\.integer)?\\s*\\(|[\"'`]"
                        + "[.\\w]+[\"'`]\\s*(<-|=)|[.\\w]+\\s*<-\\s*-?[\\d.]+L?\\s*(\\n|$))");

        static final Pattern MODEL_START = Pattern.compile("^((model|data)\\s*\\{|var\\s+[A-Za-z])");

        private Looks() {}
    }

    private WrongFile() {}

    /** Called when a model has a problem, to see whether there is a simpler explanation. */
    public static void refuseAsModel(SourceText source) {
        int start = firstCode(source.text());
        String head = head(source, start);
        if (start == source.text().length()) {
            throw fail(source, 0, "this file is empty", "a model starts with model {");
        }
        Matcher stan = Looks.STAN.matcher(head);
        if (stan.find()) {
            throw fail(source, stan.start(1), "this looks like a Stan program", STAN_HINT);
        }
        if (source.name().toLowerCase(Locale.ROOT).endsWith(".stan")
                || Looks.STAN_DECLARATION.matcher(head).find()) {
            throw fail(source, start, "this looks like a Stan program", STAN_HINT);
        }
        Matcher script = Looks.R_SCRIPT.matcher(head);
        if (script.find() && script.start() <= start) {
            throw fail(
                    source,
                    start,
                    "this looks like an R script, not a model",
                    "put the text from var, data or model { to the last } into a file of its own");
        }
        if (!Looks.MODEL_BLOCK.matcher(head).find()) {
            String rest = head.substring(start);
            if (rest.startsWith("{")
                    && firstCode(rest.substring(1)) + 1 < rest.length()
                    && rest.charAt(firstCode(rest.substring(1)) + 1) == '"') {
                throw fail(source, start, "this looks like a JSON data file, not a model", SWAP_HINT);
            }
            if (Looks.R_DATA.matcher(rest).find() && !rest.contains("~")) {
                throw fail(source, start, "this looks like a data file of R, not a model", SWAP_HINT);
            }
        }
    }

    public static void refuseEmpty(SourceText source) {
        if (firstCode(source.text()) == source.text().length()) {
            throw fail(source, 0, "this file is empty", "a model without data needs no data file");
        }
    }

    /** Called when a data file has a problem, to see whether there is a simpler explanation. */
    public static void refuseAsData(SourceText source) {
        int start = firstCode(source.text());
        String head = head(source, start);
        Matcher stan = Looks.STAN.matcher(head);
        if (stan.find()) {
            throw fail(source, stan.start(1), "this looks like a Stan program, not data", "");
        }
        String rest = head.substring(start);
        if (Looks.MODEL_START.matcher(rest).find()) {
            throw fail(source, start, "this looks like a model, not a data file", SWAP_HINT);
        }
    }

    private static final String STAN_HINT = "Tandem reads the language of BUGS and JAGS";
    private static final String SWAP_HINT = "are the model and the data file in the wrong order?";

    /** The text up to a good way behind its first code. */
    private static String head(SourceText source, int start) {
        return source.text().substring(0, Math.min(start + LOOK, source.text().length()));
    }

    private static SourceException fail(SourceText source, int start, String message, String hint) {
        int end = start;
        while (end < source.text().length() && Lexer.isNamePart(source.text().charAt(end))) {
            end++;
        }
        return source.fail(start, end, message, hint);
    }

    /** Where blanks and comments end. */
    private static int firstCode(String text) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r' || Lexer.isSpace(c)) {
                at++;
            } else if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                    at++;
                }
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    return at;
                }
                at = end + 2;
            } else {
                return at;
            }
        }
        return at;
    }
}
