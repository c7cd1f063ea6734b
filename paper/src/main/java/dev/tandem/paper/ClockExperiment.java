package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.draws.statistics.KolmogorovSmirnov;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.SiteClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Proposition 1 of the supplement: first hitting time and energy of binary HMC and of M-HMC, as distributions. */
final class ClockExperiment implements Experiment {
    private static final double[] QUANTILES = {0.1, 0.5, 0.9};

    /** The supplement proves this factor and then prints its inverse in words. */
    private static final double EXPONENTIAL_SCALE = 4 * Math.sqrt(2) / 3;

    @Override
    public String name() {
        return "prop1";
    }

    @Override
    public String title() {
        return "Proposition 1: binary HMC as a special case";
    }

    @Override
    public List<Cell> cells(Setup setup) {
        return List.of();
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Sample(double[] times, double[] energies) {
        static Sample of(SiteClock clock, RandomStream random, int count, double scale) {
            double[] times = new double[count];
            double[] energies = new double[count];
            for (int i = 0; i < count; i++) {
                clock.draw(random);
                times[i] = scale * clock.firstHit();
                energies[i] = clock.energy();
            }
            return new Sample(times, energies);
        }

        double correlation() {
            double t = Arrays.stream(times).average().orElse(0);
            double e = Arrays.stream(energies).average().orElse(0);
            double cross = 0;
            double left = 0;
            double right = 0;
            for (int i = 0; i < times.length; i++) {
                cross += (times[i] - t) * (energies[i] - e);
                left += (times[i] - t) * (times[i] - t);
                right += (energies[i] - e) * (energies[i] - e);
            }
            return cross / Math.sqrt(left * right);
        }

        static String quantiles(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            StringBuilder text = new StringBuilder();
            for (double p : QUANTILES) {
                text.append(text.isEmpty() ? "" : " / ").append(Numbers.fixed(sorted[(int) (p * sorted.length)], 3));
            }
            return text.toString();
        }
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        int count = setup.scale().of(200_000, 2_000_000);
        List<List<String>> rows = new ArrayList<>();
        double gaussian = compare(
                rows,
                "Gaussian",
                SiteClock.gaussianBinary(),
                "M-HMC, |p|",
                SiteClock.power(1, 1),
                Math.PI,
                setup,
                count);
        SiteClock power = SiteClock.power(2.0 / 3, 1);
        double exponential = compare(
                rows,
                "exponential",
                SiteClock.exponentialBinary(),
                "M-HMC, |p|^(2/3)",
                power,
                EXPONENTIAL_SCALE,
                setup,
                count);
        double inverse = compare(
                new ArrayList<>(),
                "exponential",
                SiteClock.exponentialBinary(),
                "M-HMC, |p|^(2/3)",
                SiteClock.power(2.0 / 3, 1),
                1 / EXPONENTIAL_SCALE,
                setup,
                count);
        double energy = 1.7;
        return new Section(
                name(),
                title(),
                List.of(
                        new Section.Text(
                                "Binary HMC and M-HMC agree if the first hitting time, up to a scale of time, and"
                                        + " the energy of a site have the same joint law, and if the time between hits is the"
                                        + " same function of the energy left."),
                        new Section.Table(
                                "prop1",
                                Numbers.count(count) + " draws each; M-HMC's times are multiplied by pi and by"
                                        + " 4 sqrt(2) / 3. The last column is the probability of a larger distance"
                                        + " (Kolmogorov and Smirnov) for hitting times and for energies. Time between"
                                        + " hits at energy " + energy + ": "
                                        + Numbers.fixed(
                                                SiteClock.gaussianBinary().period(energy), 4) + " and "
                                        + Numbers.fixed(
                                                Math.PI * SiteClock.power(1, 1).period(energy), 4)
                                        + " (Gaussian), "
                                        + Numbers.fixed(
                                                SiteClock.exponentialBinary().period(energy), 4) + " and "
                                        + Numbers.fixed(EXPONENTIAL_SCALE * power.period(energy), 4)
                                        + " (exponential).",
                                List.of(
                                        "pair",
                                        "sampler",
                                        "hitting time: 10 / 50 / 90 %",
                                        "energy: 10 / 50 / 90 %",
                                        "correlation",
                                        "p (time, energy)"),
                                rows)),
                List.of(
                        new Section.Claim(
                                "Gaussian binary HMC is M-HMC with k(p) = |p|, time scaled by pi",
                                "proved",
                                "smallest p " + Numbers.three(gaussian),
                                "the same kernels",
                                gaussian > 1e-6 ? CONFIRMED : NOT_REPRODUCED,
                                "hitting times and energies agree in law"),
                        new Section.Claim(
                                "Exponential binary HMC is M-HMC with k(p) = |p|^(2/3)",
                                "time \"scaled by 3 / (4 sqrt 2)\"",
                                "smallest p " + Numbers.three(exponential) + " with 4 sqrt(2) / 3, "
                                        + Numbers.three(inverse) + " with the printed factor",
                                "the same kernels",
                                exponential > 1e-6 && inverse < 1e-6 ? CORRECTED : NOT_REPRODUCED,
                                "the proof gives 4 sqrt(2) / 3; the closing sentence prints its inverse")));
    }

    /** Adds two rows and returns the smaller of the two probabilities. */
    private static double compare(
            List<List<String>> rows,
            String pair,
            SiteClock binary,
            String name,
            SiteClock mixed,
            double scale,
            Setup setup,
            int count) {
        Sample left = Sample.of(binary, RandomStream.of(setup.seed(), 11), count, 1);
        Sample right = Sample.of(mixed, RandomStream.of(setup.seed(), 12), count, scale);
        double times = KolmogorovSmirnov.pValue(left.times, right.times);
        double energies = KolmogorovSmirnov.pValue(left.energies, right.energies);
        rows.add(row(pair, pair + " binary HMC", left, ""));
        rows.add(row(pair, name, right, Numbers.three(times) + ", " + Numbers.three(energies)));
        return Math.min(times, energies);
    }

    private static List<String> row(String pair, String name, Sample sample, String last) {
        return List.of(
                pair,
                name,
                Sample.quantiles(sample.times),
                Sample.quantiles(sample.energies),
                Numbers.fixed(sample.correlation(), 3),
                last);
    }
}
