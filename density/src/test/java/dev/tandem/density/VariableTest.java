package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Elements are named as BUGS and R number them. */
class VariableTest {
    private static Variable of(String name, Integer... shape) {
        return new Variable(name, List.of(shape), Variable.Kind.CONTINUOUS);
    }

    @Test
    void aScalarHasOneElementOfItsOwnName() {
        assertThat(of("mu").size()).isEqualTo(1);
        assertThat(of("mu").elementName(0)).isEqualTo("mu");
    }

    @Test
    void theFirstIndexRunsFastest() {
        Variable omega = of("omega", 2, 3);
        assertThat(IntStream.range(0, omega.size()).mapToObj(omega::elementName))
                .containsExactly("omega[1,1]", "omega[2,1]", "omega[1,2]", "omega[2,2]", "omega[1,3]", "omega[2,3]");
        assertThat(of("a", 2, 2, 2).elementName(5)).isEqualTo("a[2,1,2]");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> of(" ")).hasMessage("a variable needs a name");
        assertThatThrownBy(() -> of("a", 2, -1)).hasMessage("a: extent -1 is negative");
        assertThatThrownBy(() -> of("a", 65_536, 65_536)).hasMessageStartingWith("a: more than");
        // Products that would come out small again if they ran over.
        assertThatThrownBy(() -> of("a", 1 << 30, 1 << 30, 1 << 30)).hasMessageStartingWith("a: more than");
    }

    @Test
    void anEmptyArrayHasNoElements() {
        assertThat(of("a", 3, 0).size()).isZero();
    }
}
