package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A printed tree parses to the same tree. */
class RoundTripTest {
    private static final List<BinaryOperator> OPERATORS = List.of(BinaryOperator.values());

    static List<Corpus.Entry> models() {
        return Corpus.validModels();
    }

    @Test
    void thereAreEnough() {
        assertThat(models()).hasSizeGreaterThanOrEqualTo(30);
    }

    @ParameterizedTest
    @MethodSource("models")
    void keepsTheTree(Corpus.Entry entry) {
        for (Dialect dialect : Dialect.values()) {
            Model model = Model.parse(SourceText.of("model.bug", entry.text()), dialect);
            String printed = model.print();
            Model again = Model.parse(SourceText.of("printed.bug", printed), dialect);
            assertThat(TreeDump.dump(again)).isEqualTo(TreeDump.dump(model));
            assertThat(again.print()).isEqualTo(printed);
        }
    }

    /** Ten thousand expressions from the seed below, with every operator inside every other. */
    @Test
    void keepsRandomExpressions() {
        Random random = new Random(20261115);
        for (int i = 0; i < 10_000; i++) {
            Dialect dialect = i % 2 == 0 ? Dialect.JAGS : Dialect.OPENBUGS;
            Expression made = expression(random, 5);
            String text = Printer.print(made, dialect);
            Model model = Model.parse(SourceText.of("m", "model { x <- " + text + " }"), dialect);
            Expression read = ((Statement.Deterministic) model.statements().get(0)).value();
            assertThat(TreeDump.dump(read)).as(text).isEqualTo(TreeDump.dump(made));
        }
    }

    private static Expression expression(Random random, int depth) {
        SourceSpan span = new SourceSpan(0, 0, 1, 1, 1, 1);
        int kind = depth == 0 ? random.nextInt(2) : random.nextInt(10);
        switch (kind) {
            case 0 -> {
                return new Expression.Literal(random.nextInt(100) / 8.0, span);
            }
            case 1 -> {
                return new Expression.Name("n" + random.nextInt(5), span);
            }
            case 2 -> {
                UnaryOperator operator = random.nextBoolean() ? UnaryOperator.MINUS : UnaryOperator.NOT;
                return new Expression.Unary(operator, expression(random, depth - 1), span);
            }
            case 3 -> {
                List<Index> indices = new ArrayList<>();
                indices.add(new Index.All(span));
                Expression single = expression(random, depth - 1);
                if (!(single instanceof Expression.Binary b && b.operator() == BinaryOperator.RANGE)) {
                    indices.add(new Index.Single(single));
                }
                indices.add(new Index.Range(expression(random, depth - 1), expression(random, depth - 1)));
                return new Expression.Subscripted(new Expression.Name("v", span), indices, span);
            }
            case 4 -> {
                List<Expression> arguments = List.of(expression(random, depth - 1), expression(random, depth - 1));
                return new Expression.Call("pow", "pow", arguments, span);
            }
            default -> {
                BinaryOperator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
                return new Expression.Binary(
                        operator, expression(random, depth - 1), expression(random, depth - 1), span);
            }
        }
    }
}
