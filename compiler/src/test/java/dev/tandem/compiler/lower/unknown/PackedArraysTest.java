package dev.tandem.compiler.lower.unknown;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Packed arrays beside a list of arrays, through the same changes. */
class PackedArraysTest {
    @Test
    void holdsWhatAListWould() {
        SplittableRandom random = new SplittableRandom(1);
        PackedArrays packed = new PackedArrays();
        List<int[]> plain = new ArrayList<>();
        for (int step = 0; step < 2000; step++) {
            if (!plain.isEmpty() && random.nextInt(4) == 0) {
                int place = random.nextInt(plain.size());
                assertThat(packed.remove(place)).isEqualTo(plain.remove(place));
            } else if (random.nextBoolean()) {
                int value = random.nextInt();
                packed.add(value);
                plain.add(new int[] {value});
            } else {
                int[] array = random.ints(random.nextInt(5)).toArray();
                packed.add(array);
                plain.add(array);
            }
        }
        assertThat(packed).hasSameSizeAs(plain);
        for (int i = 0; i < plain.size(); i++) {
            int[] array = plain.get(i);
            assertThat(packed.get(i)).isEqualTo(array);
            assertThat(packed.equals(i, array.clone())).isTrue();
            assertThat(packed.equals(i, new int[] {1, 2, 3, 4, 5, 6})).isFalse();
            if (array.length > 0) {
                assertThat(packed.first(i)).isEqualTo(array[0]);
                int[] other = array.clone();
                other[other.length - 1]++;
                assertThat(packed.equals(i, other)).isFalse();
            }
        }
        assertThat(packed.flat())
                .isEqualTo(plain.stream().flatMapToInt(Arrays::stream).toArray());
    }
}
