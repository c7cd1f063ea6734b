package dev.tandem.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command line printed and returned. */
record Terminal(int code, String out, String err) {
    static Terminal run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Tandem.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Terminal(code, out.toString(), err.toString());
    }
}
