package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of variables as users write them. */
class SelectionTest {
    private static final Variable Y = new Variable("Y", List.of(3, 2), Variable.Kind.CONTINUOUS);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Y          | Y[1,1] Y[2,1] Y[3,1] Y[1,2] Y[2,2] Y[3,2]
            Y[,]       | Y[1,1] Y[2,1] Y[3,1] Y[1,2] Y[2,2] Y[3,2]
            Y[2,1]     | Y[2,1]
            Y[2,]      | Y[2,1] Y[2,2]
            Y[2:3,2]   | Y[2,2] Y[3,2]
            Y[ 1 : 2 , 1] | Y[1,1] Y[2,1]
            """)
    void selectsElementsInTheOrderOfTheVariable(String text, String elements) {
        assertThat(Selection.parse(text).elements(Y.shape()).stream().mapToObj(Y::elementName))
                .containsExactly(elements.split(" "));
    }

    @Test
    void aScalarHasOneElement() {
        assertThat(Selection.parse("mu[1]").elements(List.of()).cardinality()).isEqualTo(1);
        assertThatThrownBy(() -> Selection.parse("mu[2]").elements(List.of()))
                .hasMessage("mu[2]: the subscripts of mu end at 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "z[",
                "z[1",
                "z[1]x",
                "z[a]",
                "z[-1]",
                "z[1:]",
                "z[:2]",
                "z[1.5]",
                "z[3:1]",
                "z[99999999999]"
            })
    void whatIsWrittenWronglyIsRefused(String text) {
        assertThatThrownBy(() -> Selection.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(text);
    }

    @Test
    void meetsWhatSharesAnElement() {
        assertThat(Selection.parse("z[1:3,]").meets("z[2,5]")).isTrue();
        assertThat(Selection.parse("z[1:3,]").meets("z[4,5]")).isFalse();
        assertThat(Selection.parse("z[1:3,]").meets("z")).isTrue();
        assertThat(Selection.parse("z").meets("z[4,5]")).isTrue();
        assertThat(Selection.parse("z[1]").meets("y[1]")).isFalse();
    }

    @Test
    void isPrintedAsItIsWritten() {
        for (String text : List.of("z", "z[2]", "z[1:5,]", "z[,3]")) {
            assertThat(Selection.parse(text)).hasToString(text);
        }
    }
}
