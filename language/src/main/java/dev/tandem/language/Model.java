package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.token.WrongFile;
import java.nio.file.Path;
import java.util.List;

/**
 * A model file as it was written: the root of the syntax tree.
 *
 * <p>The tree is immutable and bounded: no expression is higher than {@link #MAX_HEIGHT}, so that a reader may
 * recurse. Every name of a distribution, function or operator in it is known, with a legal number of arguments. Whether
 * names are defined depends on the data, see {@link NameCheck}.
 *
 * @param source the text that all spans refer to
 * @param dialect the reading under which it was parsed
 * @param declarations the {@code var} block, in order
 * @param data the statements of {@code data {}}, evaluated once before the model
 * @param statements the statements of {@code model {}}
 * @param neighbourhoods those of conditional autoregressions, whose matrices are made from the data
 */
public record Model(
        SourceText source,
        Dialect dialect,
        List<Declaration> declarations,
        List<Statement> data,
        List<Statement> statements,
        List<Neighbourhood> neighbourhoods) {

    /** The height of an expression's tree: a sum of n terms without parentheses has height n. */
    public static final int MAX_HEIGHT = 1_000;

    public Model {
        declarations = List.copyOf(declarations);
        data = List.copyOf(data);
        statements = List.copyOf(statements);
        neighbourhoods = List.copyOf(neighbourhoods);
    }

    /** A model without neighbourhoods. */
    public Model(
            SourceText source,
            Dialect dialect,
            List<Declaration> declarations,
            List<Statement> data,
            List<Statement> statements) {
        this(source, dialect, declarations, data, statements, List.of());
    }

    /** Reads and checks a model file in the dialect of JAGS. */
    public static Model read(Path path) {
        return read(path, Dialect.JAGS);
    }

    public static Model read(Path path, Dialect dialect) {
        return parse(SourceText.read(path), dialect);
    }

    /** Parses a text block in the dialect of JAGS; errors call it {@code model}. */
    public static Model of(String text) {
        return parse(SourceText.of("model", text), Dialect.JAGS);
    }

    /**
     * Parses and checks.
     *
     * @throws SourceException with up to twenty problems, if there are any
     */
    public static Model parse(SourceText source, Dialect dialect) {
        ProblemList problems = new ProblemList(source);
        Parser parser = new Parser(source, dialect, problems);
        Model written = parser.model();
        Model states = EcologyDistributions.writeOut(InverseGammas.writeOut(written, problems), problems);
        Model own = OwnDensities.writeOut(states, problems);
        Model model = CarPriors.writeOut(OrderRings.open(NodeFunctions.writeOut(own, problems)), problems);
        StaticCheck.check(model, problems);
        if (!problems.isEmpty() && !parser.definesFunctions()) {
            WrongFile.refuseAsModel(source);
        }
        problems.throwIfAny();
        return model;
    }

    /** The model as text that parses to the same tree; comments are gone. */
    public String print() {
        return Printer.print(this);
    }
}
