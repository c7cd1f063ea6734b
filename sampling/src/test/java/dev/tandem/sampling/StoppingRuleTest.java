package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.draws.summary.Convergence;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Runs that go on until enough was drawn. */
class StoppingRuleTest {
    private static final Settings SETTINGS =
            Settings.defaults().withWarmup(200).withDraws(100).withChains(3).withSeed(2);

    @Test
    void looksAreFixedInAdvanceAndFallOnAnchors() {
        List<Integer> looks = new ArrayList<>();
        for (int look = 0; looks.size() < 6; ) {
            look = StoppingRule.look(SETTINGS, look + 1);
            looks.add(look);
        }
        assertThat(looks).containsExactly(100, 150, 200, 250, 350, 450);
        assertThat(StoppingRule.look(SETTINGS.withDraws(1000), 1001)).isEqualTo(1250);
        assertThat(StoppingRule.look(SETTINGS, 200)).isEqualTo(200);
        // 16 draws of 3 iterations are the most that stay within 50.
        assertThat(StoppingRule.look(SETTINGS.withThin(3), 1)).isEqualTo(112);
        assertThat(StoppingRule.look(SETTINGS.withThin(1000).withDraws(7), 8)).isEqualTo(8);
    }

    @Test
    void theLastLookIsWhereCountingEnds() {
        Settings settings = SETTINGS.withThin(1000).withDraws(2_000_000);
        int last = StoppingRule.look(settings, Integer.MAX_VALUE);
        assertThat(last).isBetween(2_000_000, 2_147_483);
        assertThat(StoppingRule.look(settings, last + 1)).isEqualTo(last);
    }

    @Test
    void stopsAtTheFirstLookThatIsGoodEnough() {
        Settings until = SETTINGS.withUntil(new StoppingRule(900));
        Run run = Sampling.run(Targets.twoComponents(), until.withThreads(3));
        int reached = run.draws().drawsPerChain();
        assertThat(run.cancelled()).isFalse();
        assertThat(reached).isGreaterThan(100);
        assertThat(StoppingRule.look(until, reached)).isEqualTo(reached);
        assertThat(Convergence.of(run.draws(), run.courses()).reached(900, StoppingRule.RHAT))
                .isTrue();
        // The draws are those of a run that was asked for so many, and one look earlier was not enough.
        Run plain = Sampling.run(Targets.twoComponents(), SETTINGS.withDraws(reached));
        assertThat(run.draws().element("q")).isDeepEqualTo(plain.draws().element("q"));
        int earlier = 100;
        while (StoppingRule.look(until, earlier + 1) < reached) {
            earlier = StoppingRule.look(until, earlier + 1);
        }
        Run shorter = Sampling.run(Targets.twoComponents(), SETTINGS.withDraws(earlier));
        assertThat(Convergence.of(shorter.draws(), shorter.courses()).reached(900, StoppingRule.RHAT))
                .isFalse();
    }

    @Test
    void threadsMakeNoDifference() {
        Settings until = SETTINGS.withUntil(new StoppingRule(500));
        Run one = Sampling.run(Targets.twoComponents(), until.withThreads(1));
        Run three = Sampling.run(Targets.twoComponents(), until.withThreads(3));
        assertThat(three.draws().element("q")).isDeepEqualTo(one.draws().element("q"));
        assertThat(three.statistic(Statistic.ENERGY)).isDeepEqualTo(one.statistic(Statistic.ENERGY));
    }

    @Test
    void canBeCancelled() {
        Cancellation cancellation = new Cancellation();
        AtomicInteger told = new AtomicInteger();
        Run run = Sampling.run(
                Targets.twoComponents(),
                SETTINGS.withUntil(new StoppingRule(1e12)),
                progress -> {
                    if (progress.stage().equals("sampling") && told.incrementAndGet() == 3_000) {
                        cancellation.cancel();
                    }
                },
                cancellation);
        assertThat(run.cancelled()).isTrue();
        assertThat(run.draws().drawsPerChain()).isPositive();
    }

    @Test
    void needsAGoal() {
        assertThatThrownBy(() -> new StoppingRule(0)).hasMessageContaining("must be positive, not 0.0");
    }
}
