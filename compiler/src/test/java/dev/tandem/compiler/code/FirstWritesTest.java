package dev.tandem.compiler.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which additions to arrays of derivatives become stores, and which must not. */
class FirstWritesTest {
    private static final Code.Field BAR = Code.Field.doubles("bar");
    private static final Code.Field OTHER = Code.Field.doubles("other");
    private static final int SIZE = 5;

    @Test
    void storesWhereTheFirstLoopCoversTheArray() {
        GeneratedClass generated = generate(loop(1, 5, 1), loop(1, 5, 1));

        assertThat(generated.storeFirst(List.of("all"), Map.of("bar", SIZE))).containsExactly("bar");
        assertThat(line(generated, "s0")).contains("bar[i - 1] = ");
        assertThat(line(generated, "s1")).contains("bar[i - 1] += ");
    }

    @Test
    void addsWhereALoopLeavesSomethingOut() {
        assertNothingIsStored(loop(1, 4, 1));
        assertNothingIsStored(loop(2, 5, 1));
        assertNothingIsStored(loop(1, 5, 0));
    }

    @Test
    void addsWhereTheArrayWasTouchedBefore() {
        Code.Statement one = new Code.Accumulate(BAR, new Code.Whole(2), new Code.Real(1));
        assertNothingIsStored(one, loop(1, 5, 1));
        assertNothingIsStored(
                new Code.When(new Code.Test("==", new Code.Whole(1), new Code.Whole(2)), List.of(one)), loop(1, 5, 1));
    }

    @Test
    void addsWhereALoopTouchesTheArrayTwice() {
        Code.Local i = new Code.Local("i", Type.INT);
        Code.Statement add = new Code.Accumulate(BAR, i, new Code.Element(OTHER, i));
        assertNothingIsStored(new Code.Loop(i, new Code.Whole(0), new Code.Whole(SIZE - 1), false, List.of(add, add)));
        Code.Statement read = new Code.Accumulate(BAR, i, new Code.Element(BAR, new Code.Whole(0)));
        assertNothingIsStored(new Code.Loop(i, new Code.Whole(0), new Code.Whole(SIZE - 1), false, List.of(read)));
    }

    @Test
    void addsInLoopsWithinLoops() {
        Code.Local outer = new Code.Local("j", Type.INT);
        assertNothingIsStored(
                new Code.Loop(outer, new Code.Whole(1), new Code.Whole(2), false, List.of(loop(1, 5, 1))));
    }

    @Test
    void seesWhatMethodsInLoopsTouch() {
        GeneratedClass generated = new GeneratedClass("Sample", "", Object.class);
        Code.Local j = new Code.Local("j", Type.INT);
        add(generated, "inner", loop(1, 5, 1));
        add(
                generated,
                "all",
                new Code.Loop(
                        j, new Code.Whole(1), new Code.Whole(3), false, List.of(new Code.Run("inner", List.of()))));
        assertThat(generated.storeFirst(List.of("all"), Map.of("bar", SIZE))).isEmpty();
    }

    private static void assertNothingIsStored(Code.Statement... statements) {
        assertThat(generate(statements).storeFirst(List.of("all"), Map.of("bar", SIZE)))
                .isEmpty();
    }

    /** {@code for (i = first; i <= last; i++) bar[i - less] += other[i - less]}. */
    private static Code.Statement loop(int first, int last, int less) {
        Code.Local i = new Code.Local("i", Type.INT);
        Code.Expression place = new Code.Arithmetic('-', i, new Code.Whole(less));
        return new Code.Loop(
                i,
                new Code.Whole(first),
                new Code.Whole(last),
                false,
                List.of(new Code.Accumulate(BAR, place, new Code.Element(OTHER, place))));
    }

    /** A class with a method for each statement, and one that runs them all. */
    private static GeneratedClass generate(Code.Statement... statements) {
        GeneratedClass generated = new GeneratedClass("Sample", "", Object.class);
        List<Code.Statement> runs = new ArrayList<>();
        for (int i = 0; i < statements.length; i++) {
            add(generated, "s" + i, statements[i]);
            runs.add(new Code.Run("s" + i, List.of()));
        }
        add(generated, "all", runs.toArray(new Code.Statement[0]));
        return generated;
    }

    private static void add(GeneratedClass generated, String name, Code.Statement... body) {
        generated.add(new Method(name, Type.VOID, List.of(), List.of(body), ""));
    }

    private static String line(GeneratedClass generated, String method) {
        String source = generated.source();
        return source.substring(source.indexOf("void " + method)).split("}", 2)[0];
    }
}
