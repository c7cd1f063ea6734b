package dev.tandem.draws;

/** What a sampler tells of each draw besides the unknowns, under the names that other programs know. */
public enum SamplerStatistic {
    LOG_DENSITY("lp__", "lp", Type.REAL),
    ACCEPTANCE("accept_stat__", "acceptance_rate", Type.REAL),
    STEP_SIZE("stepsize__", "step_size", Type.REAL),
    DEPTH("treedepth__", "tree_depth", Type.WHOLE),
    STEPS("n_leapfrog__", "n_steps", Type.WHOLE),
    DIVERGENT("divergent__", "diverging", Type.TRUTH),
    ENERGY("energy__", "energy", Type.REAL);

    /** What its values are; a truth is 0 or 1. */
    public enum Type {
        REAL,
        WHOLE,
        TRUTH
    }

    private final String stanName;
    private final String arvizName;
    private final Type type;

    SamplerStatistic(String stanName, String arvizName, Type type) {
        this.stanName = stanName;
        this.arvizName = arvizName;
        this.type = type;
    }

    /** The name in files of CmdStan, and in every format that has no convention of its own. */
    public String stanName() {
        return stanName;
    }

    /** The name in ArviZ's schema. */
    public String arvizName() {
        return arvizName;
    }

    public Type type() {
        return type;
    }
}
