package dev.tandem.report.findings;

import java.util.List;
import java.util.Optional;

/**
 * How a run was made and how it went, as far as that bears on whether to trust its draws.
 *
 * @param sampler the name of the kernel
 * @param exact whether that kernel draws from the model
 * @param chainsAsked chains that were asked for
 * @param drawsAsked draws that were asked for in each chain
 * @param warmup iterations of warmup in each chain
 * @param targetAcceptance the acceptance that warmup aimed at
 * @param openEnded whether there was no number of draws to reach but a precision
 * @param chains chains that have draws
 * @param draws draws that each of these has
 * @param stopped whether the run has not come to its end
 * @param going whether it is still on its way there
 * @param folder the folder that it can be gone on with in, if there is one
 * @param continuous whether some unknown is continuous
 * @param divergences iterations whose energy error went beyond bounds
 * @param notANumber evaluations of the density that gave no number
 * @param ebfmi the energy Bayesian fraction of missing information of each chain
 */
public record RunFacts(
        String sampler,
        boolean exact,
        int chainsAsked,
        int drawsAsked,
        int warmup,
        double targetAcceptance,
        boolean openEnded,
        int chains,
        int draws,
        boolean stopped,
        boolean going,
        Optional<String> folder,
        boolean continuous,
        long divergences,
        long notANumber,
        List<Double> ebfmi) {
    public RunFacts {
        ebfmi = List.copyOf(ebfmi);
    }

    public boolean hasDraws() {
        return draws > 0;
    }
}
