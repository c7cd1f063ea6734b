package dev.tandem.serve;

import dev.tandem.inference.Posterior;
import dev.tandem.inference.judging.Judgement;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.inference.judging.ModelComparison;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Requests about how well the models of runs predict. */
final class Judging {
    /** So many units of large k are named in text, as on the command line. */
    private static final int ROWS = 10;

    /** So many unknowns are shown with their sensitivity, as on the command line. */
    private static final int SENSITIVITY_ROWS = 20;

    private final LongFunction<Sampled> runs;

    Judging(LongFunction<Sampled> runs) {
        this.runs = runs;
    }

    Frame loo(Requests.Asked asked) {
        Fields fields = asked.fields();
        Posterior posterior = runs.apply(fields.needWhole("run")).posterior();
        LogLikelihood.Choice choice = choice(fields);
        int rows = rows(fields);
        fields.nothingElse();
        String name = posterior.model().name();
        return Frame.of(Answers.judgement(judge(posterior, name, choice), rows));
    }

    Frame compare(Requests.Asked asked) {
        Fields fields = asked.fields();
        List<Long> numbers = fields.wholes("runs");
        List<String> names = fields.words("names");
        LogLikelihood.Choice choice = choice(fields);
        long seed = fields.longWhole("seed").orElse(1L);
        int rows = rows(fields);
        fields.nothingElse();
        if (!names.isEmpty() && names.size() != numbers.size()) {
            throw RefusedException.request("there are " + names.size() + " names for " + numbers.size() + " runs");
        }
        Set<Object> different = new HashSet<>();
        List<Judgement> judged = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            Posterior posterior = runs.apply(numbers.get(i)).posterior();
            String name = names.isEmpty() ? "run " + numbers.get(i) : names.get(i);
            if (!different.add(numbers.get(i)) || !different.add(name)) {
                throw RefusedException.request(name + " is given twice");
            }
            judged.add(judge(posterior, name, choice));
        }
        return Frame.of(Answers.comparison(judged, refusing(() -> ModelComparison.of(judged, seed)), rows));
    }

    Frame logLikelihood(Requests.Asked asked) {
        Fields fields = asked.fields();
        Posterior posterior = runs.apply(fields.needWhole("run")).posterior();
        LogLikelihood.Choice choice = choice(fields);
        fields.nothingElse();
        LogLikelihood found = named(posterior.model().name(), () -> posterior.logLikelihood(choice));
        Frame answer = Answers.table(posterior.export().derived(found));
        Answers.words(answer.message(), "units", found.units());
        return answer;
    }

    Frame sensitivity(Requests.Asked asked) {
        Fields fields = asked.fields();
        Posterior posterior = runs.apply(fields.needWhole("run")).posterior();
        List<String> priors = fields.words("priors");
        LogLikelihood.Choice choice = new LogLikelihood.Choice(!fields.truth("given_states", false), "");
        int rows = rows(fields, SENSITIVITY_ROWS);
        fields.nothingElse();
        String name = posterior.model().name();
        needDraws(posterior, name);
        return Frame.of(Answers.sensitivity(named(name, () -> posterior.sensitivity(choice, priors)), rows));
    }

    Frame deviance(Requests.Asked asked) {
        Fields fields = asked.fields();
        Posterior posterior = runs.apply(fields.needWhole("run")).posterior();
        LogLikelihood.Choice choice = choice(fields);
        fields.nothingElse();
        LogLikelihood found = named(posterior.model().name(), () -> posterior.logLikelihood(choice));
        return Frame.of(Answers.deviance(found.deviance()));
    }

    private static LogLikelihood.Choice choice(Fields fields) {
        return new LogLikelihood.Choice(
                !fields.truth("given_states", false), fields.text("unit").orElse(""));
    }

    private static int rows(Fields fields) {
        return rows(fields, ROWS);
    }

    private static int rows(Fields fields, int otherwise) {
        int rows = fields.whole("rows").orElse(otherwise);
        if (rows < 0) {
            throw RefusedException.request("rows must be at least 0, not " + rows);
        }
        return rows;
    }

    private static Judgement judge(Posterior posterior, String name, LogLikelihood.Choice choice) {
        needDraws(posterior, name);
        return named(name, () -> posterior.judge(choice)).named(name);
    }

    private static void needDraws(Posterior posterior, String name) {
        if (posterior.draws().drawsPerChain() < 2) {
            throw RefusedException.request(name + " has a single draw, which tells nothing");
        }
    }

    /** Says which run it was that something is wrong with. */
    private static <T> T named(String name, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(name + ": " + e.getMessage()
                    + (e.getMessage().contains("not monitored") ? "; sample again without monitor" : ""));
        }
    }

    private static <T> T refusing(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
    }
}
