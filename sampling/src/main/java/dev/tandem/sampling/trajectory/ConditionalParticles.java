package dev.tandem.sampling.trajectory;

import dev.tandem.density.StateChains;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;

/**
 * Draws all states of a chain together, given everything else: conditional sequential Monte Carlo with ancestor sampling
 * (Lindsten, Jordan and Schön 2014).
 *
 * <p>Particles walk forwards, each state drawn from its distribution given those before, and are chosen anew by what
 * else the density says of them. One of them is held to the path that the chain has at present, and only its past is
 * open: at each choice it may take over the past of another, with a probability that is the weight of that particle times
 * what joins it to the rest of the present path. One of the paths at the end becomes the present one. That leaves the
 * distribution of the states given everything else as it is, with any number of particles from two on: the present path
 * and the others are drawn together from an extended distribution of which the former is a margin. It needs that the
 * times of choice do not depend on weights, so they do not.
 */
public class ConditionalParticles {
    /** So few keep the cost low; ancestor sampling moves long chains with few. */
    static final int PARTICLES = 32;

    private final StateChains chains;
    private final int particles;
    private final int states;

    /** The present path; the value of each particle at each time, and which particle it follows. */
    private final double[] present;

    private final double[] values;
    private final int[] parents;

    private final double[] logWeights;
    private final double[] logBridges;
    private final double[] weights;
    private final double[] path;

    public ConditionalParticles(StateChains chains, int particles) {
        if (particles < 2) {
            throw new IllegalArgumentException("one particle holds the present path; others are needed to move it");
        }
        this.chains = chains;
        this.particles = particles;
        int longest = 0;
        int all = 0;
        for (int chain = 0; chain < chains.chains(); chain++) {
            longest = Math.max(longest, chains.length(chain));
            all += chains.length(chain);
        }
        states = all;
        present = new double[longest];
        path = new double[longest];
        values = new double[longest * particles];
        parents = new int[longest * particles];
        logWeights = new double[particles];
        logBridges = new double[particles];
        weights = new double[particles];
    }

    /** The sites that are states. */
    int[] sites() {
        return chains.sites();
    }

    /** The coordinates that are states. */
    int[] coordinates() {
        return chains.coordinates();
    }

    /** How many states there are in all chains. */
    int states() {
        return states;
    }

    /** Draws all chains, one after the other, and returns how many states have changed. */
    public long draw(Randomness random) {
        chains.begin();
        long changed = 0;
        for (int chain = 0; chain < chains.chains(); chain++) {
            changed += draw(chain, random);
        }
        chains.end();
        return changed;
    }

    private long draw(int chain, Randomness random) {
        int length = chains.length(chain);
        for (int time = 0; time < length; time++) {
            present[time] = chains.value(chain, time);
        }
        Arrays.fill(logWeights, 0);
        boolean unequal = false;
        for (int time = 0; time < length; time++) {
            if (unequal) {
                choosePasts(chain, time, random);
                unequal = false;
            } else {
                for (int i = 0; i < particles; i++) {
                    parents[time * particles + i] = i;
                }
            }
            extend(chain, time, random);
            unequal = chains.isWeighed(chain, time) || unequal;
        }
        trace(choose(logWeights, random), length - 1, 0);
        long changed = 0;
        for (int time = 0; time < length; time++) {
            chains.assign(chain, time, path[time]);
            changed += path[time] != present[time] ? 1 : 0;
        }
        return changed;
    }

    /** Chooses which particle each one follows from here on; the last of them is held to the present path. */
    private void choosePasts(int chain, int time, Randomness random) {
        int row = time * particles;
        for (int i = 0; i < held(); i++) {
            parents[row + i] = choose(logWeights, random);
        }
        if (held() < particles) {
            parents[row + held()] = pastOfPresent(chain, time, random);
        }
        Arrays.fill(logWeights, 0);
    }

    /** Which particle holds the present path. */
    protected int held() {
        return particles - 1;
    }

    /** Which past the present path takes over: by the weight of the particle, and by what joins it to the path's future. */
    protected int pastOfPresent(int chain, int time, Randomness random) {
        int reach = chains.reach(chain, time);
        for (int i = 0; i < particles; i++) {
            logBridges[i] = logWeights[i];
            if (logWeights[i] > Double.NEGATIVE_INFINITY) {
                assignPast(chain, i, time, reach);
                logBridges[i] += chains.logBridge(chain, time);
            }
        }
        return choose(logBridges, random);
    }

    /** The log weights of the particles at the choice that is made now. */
    protected final double[] logWeights() {
        return logWeights;
    }

    private void extend(int chain, int time, Randomness random) {
        int row = time * particles;
        boolean weighed = chains.isWeighed(chain, time);
        int reach = chains.reach(chain, time);
        for (int i = 0; i < particles; i++) {
            assignPast(chain, parents[row + i], time, reach);
            double value = i == held() ? present[time] : chains.quantile(chain, time, random.uniform());
            if (Double.isNaN(value)) {
                // Nothing can follow these states.
                values[row + i] = present[time];
                logWeights[i] = Double.NEGATIVE_INFINITY;
                continue;
            }
            values[row + i] = value;
            if (weighed) {
                chains.assign(chain, time, value);
                logWeights[i] += chains.logWeight(chain, time);
            }
        }
        // Until particles come by, the future is that of the present path.
        chains.assign(chain, time, present[time]);
    }

    /** Assigns the states from a time on that lead to a particle of the time before {@code time}. */
    private void assignPast(int chain, int particle, int time, int from) {
        int follower = particle;
        for (int t = time - 1; t >= from; t--) {
            chains.assign(chain, t, values[t * particles + follower]);
            follower = parents[t * particles + follower];
        }
    }

    /** Writes the states that lead to a particle. */
    private void trace(int particle, int last, int first) {
        int follower = particle;
        for (int t = last; t >= first; t--) {
            path[t] = values[t * particles + follower];
            follower = parents[t * particles + follower];
        }
    }

    /** A particle by its weight. That of the present path is possible, so there is always one. */
    protected final int choose(double[] logs, Randomness random) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < particles; i++) {
            greatest = Math.max(greatest, logs[i]);
        }
        if (greatest == Double.NEGATIVE_INFINITY) {
            return particles - 1;
        }
        double total = 0;
        for (int i = 0; i < particles; i++) {
            weights[i] = Elementary.exp(logs[i] - greatest);
            total += weights[i];
        }
        return random.categorical(weights, particles, total);
    }
}
