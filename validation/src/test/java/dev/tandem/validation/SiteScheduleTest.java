package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.sampling.discrete.SiteSchedule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The law of the order of visits, by enumeration: shifted or read backwards it stays the same. */
class SiteScheduleTest {
    private static final int LENGTH = 9;

    /** The law of site(first), site(first + stride), .. as the probability of each sequence. */
    private static Map<List<Integer>, Double> law(Supplier<SiteSchedule> schedules, long first, int stride) {
        Map<List<Integer>, Double> law = new HashMap<>();
        new ExhaustiveRandomness()
                .explore(
                        random -> {
                            SiteSchedule schedule = schedules.get();
                            schedule.begin(random);
                            return LongStream.range(0, LENGTH)
                                    .mapToObj(i -> schedule.site(first + stride * i))
                                    .toList();
                        },
                        (sequence, probability) -> law.merge(sequence, probability, Double::sum));
        return law;
    }

    private static double distance(Map<List<Integer>, Double> a, Map<List<Integer>, Double> b) {
        double distance = 0;
        for (Map.Entry<List<Integer>, Double> entry : a.entrySet()) {
            distance += Math.abs(entry.getValue() - b.getOrDefault(entry.getKey(), 0.0));
        }
        return distance;
    }

    private static double asymmetry(IntFunction<SiteSchedule> schedules) {
        double most = 0;
        for (int sites = 1; sites <= 4; sites++) {
            int count = sites;
            Supplier<SiteSchedule> schedule = () -> schedules.apply(count);
            Map<List<Integer>, Double> law = law(schedule, 0, 1);
            for (long shift = -5; shift <= 5; shift++) {
                most = Math.max(most, distance(law, law(schedule, shift, 1)));
                most = Math.max(most, distance(law, law(schedule, shift, -1)));
            }
        }
        return most;
    }

    @Test
    void permutationIsSymmetric() {
        assertThat(asymmetry(SiteSchedule::permutation)).isLessThan(1e-12);
        assertThat(law(() -> SiteSchedule.permutation(4), 0, 1)).hasSize(24);
    }

    @Test
    void rotationIsSymmetric() {
        assertThat(asymmetry(SiteSchedule::rotation)).isLessThan(1e-12);
        assertThat(law(() -> SiteSchedule.rotation(4), 0, 1)).hasSize(8);
    }

    @Test
    void naturalOrderIsNot() {
        assertThat(asymmetry(NaturalOrder::new)).isGreaterThan(0.5);
    }
}
