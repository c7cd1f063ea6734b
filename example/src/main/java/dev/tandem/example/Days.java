package dev.tandem.example;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Calibration;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.Starts;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.Settings;
import java.util.Map;

/** Two kinds of days, quiet and busy: which is which, and how much happens on each? */
public class Days {
    public static void main(String[] arguments) {
        Model text = Model.of("""
                model {
                  for (i in 1:length(calls)) {
                    busy[i] ~ dbern(share)
                    calls[i] ~ dpois(rate[busy[i] + 1])
                  }
                  share ~ dbeta(2, 2)
                  rate[1] ~ dgamma(2, 1)
                  rate[2] ~ dgamma(9, 1) T(rate[1],)
                  ratio <- rate[2] / rate[1]
                }
                """);
        BoundModel model = text.with(Map.of("calls", DataArray.vector(1, 9, 2, 0, 12, 3, 8, 2)));

        // Sample: the same settings give the same draws.
        Settings settings = Settings.defaults().withSeed(3);
        Posterior posterior = model.sample(settings);
        System.out.print(SummaryTable.render(posterior.summary()));
        System.out.printf("ratio of the rates: %.0f%n", posterior.mean("ratio"));

        // Draws by name and shape: element(..)[chain][draw].
        Draws draws = posterior.draws();
        System.out.printf("busy has shape %s, rate %s%n", posterior.shape("busy"), posterior.shape("rate"));
        double[][] sixth = draws.element("busy[6]");
        double[][] rate = draws.element("rate[2]");
        double sum = 0;
        int count = 0;
        for (int chain = 0; chain < draws.chains(); chain++) {
            for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                if (sixth[chain][draw] == 1) {
                    sum += rate[chain][draw];
                    count++;
                }
            }
        }
        System.out.printf("rate of busy days if the sixth is one: %.0f%n", sum / count);

        // New data for every tenth posterior draw: does the model predict what was seen?
        Draws predicted = posterior.predict(1, 10);
        System.out.printf(
                "%d predictions of %s%n",
                predicted.chains() * predicted.drawsPerChain(),
                predicted.variables().get(0).name());

        // Draws from the prior, data included: is this what one believed before?
        Draws prior = model.simulate(1000, 1);
        System.out.printf("%d draws of %d elements from the prior%n", prior.drawsPerChain(), prior.elements());

        // Starts by variable; what is not given is searched for.
        DataSet given = DataSet.of(Map.of("rate", DataArray.vector(1, 10)));
        Starts starts = model.starts(settings, given);
        model.sample(settings.withStarts(starts.points()));

        // Does the sampler find what the model makes? A few replications here, some hundreds in earnest.
        Calibration calibration = model.calibrate(30, settings.withWarmup(300).withThin(5));
        System.out.printf(
                "%d unknowns calibrated, suspect: %s%n", calibration.unknowns().size(), calibration.suspects(1e-6));
    }
}
