package dev.tandem.runs.each;

import java.io.Serializable;
import java.util.List;

/**
 * Data sets of a run over many that are done one after the other, in one place.
 *
 * @param members the data sets
 * @param patience seconds after which it is handed back unfinished, so that others can help with the rest
 */
public record EachBatch(List<Member> members, double patience) implements Serializable {
    /**
     * One data set.
     *
     * @param number its place in the list of all, from 1
     * @param name the name of its file
     */
    public record Member(int number, String name) implements Serializable {}

    public EachBatch {
        members = List.copyOf(members);
    }

    /**
     * What came of a batch; the numbers themselves are in files.
     *
     * @param done data sets that were sampled
     * @param warned how many of them give reason to distrust the draws
     * @param failures data sets that could not be sampled
     * @param rest data sets that were left for others
     * @param seconds what was spent on data sets, from reading to summary
     */
    public record Result(int done, int warned, List<Failure> failures, List<Member> rest, double seconds)
            implements Serializable {
        public Result {
            failures = List.copyOf(failures);
            rest = List.copyOf(rest);
        }
    }

    /**
     * A data set that could not be sampled.
     *
     * @param member which
     * @param data whether its data or the model are wrong; else sampling failed
     * @param message what to tell the user
     */
    public record Failure(Member member, boolean data, String message) implements Serializable {}
}
