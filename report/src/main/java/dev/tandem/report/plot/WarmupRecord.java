package dev.tandem.report.plot;

import java.util.List;

/**
 * How one chain warmed up, iteration by iteration.
 *
 * @param stages the names of the stages
 * @param stage the number of the stage that each iteration belonged to, counted from 0
 * @param stepSize the step size of each iteration
 * @param acceptance the acceptance of each iteration
 */
@SuppressWarnings("ArrayRecordComponent")
public record WarmupRecord(List<String> stages, int[] stage, double[] stepSize, double[] acceptance) {
    public WarmupRecord {
        stages = List.copyOf(stages);
        if (stage.length != stepSize.length || stage.length != acceptance.length) {
            throw new IllegalArgumentException("warmup has " + stage.length + " stages, " + stepSize.length
                    + " step sizes and " + acceptance.length + " acceptances; they must be as many");
        }
    }

    public int iterations() {
        return stage.length;
    }
}
