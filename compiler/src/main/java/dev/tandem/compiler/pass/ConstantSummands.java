package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;

/** Adds up what depends on no unknown when the model is compiled: a normalising constant is not added at every step. */
public final class ConstantSummands implements Pass {
    @Override
    public String name() {
        return "constant-summands";
    }

    @Override
    public String reason() {
        return "Summands of the log density that depend on no unknown are added up once, when the model is compiled.";
    }

    @Override
    public Program apply(Program program) {
        return new Sum(program).run();
    }

    private static final class Sum {
        private final Program program;
        private final Terms terms;
        private double constants;

        Sum(Program program) {
            this.program = program;
            terms = program.terms();
        }

        Program run() {
            Draft draft = program.edit();
            draft.factors.replaceAll(step -> step.match(this::takeConstants, array -> array));
            draft.factors.removeIf(step -> step.match(factor -> factor.value().isNumber(0), array -> false));
            if (constants != 0) {
                draft.factors.add(new Step.Factor(Nest.NONE, terms.number(constants), "what never changes"));
            }
            return draft.finish();
        }

        /** Takes the summands of a factor that depend on no unknown, and adds them up once and for all. */
        private Step.Factor takeConstants(Step.Factor factor) {
            Numeric numeric = new Numeric();
            Numeric.Walk walk = numeric.new Walk(factor.nest().ranges());
            if (!walk.known()) {
                return factor;
            }
            Term rest = withoutConstants(factor.value(), numeric);
            if (rest == factor.value()) {
                return factor;
            }
            Numeric.Fn all = numeric.compile(constantPart(factor.value(), numeric));
            int[] counters = new int[numeric.size()];
            double[] sum = new double[1];
            walk.run(counters, () -> sum[0] += all.at(counters));
            constants += sum[0];
            return factor.with(rest);
        }

        private Term withoutConstants(Term term, Numeric numeric) {
            if (constant(term, numeric)) {
                return terms.number(0);
            }
            return switch (term.op()) {
                case ADD ->
                    terms.add(withoutConstants(term.argument(0), numeric), withoutConstants(term.argument(1), numeric));
                case SUBTRACT ->
                    terms.subtract(
                            withoutConstants(term.argument(0), numeric), withoutConstants(term.argument(1), numeric));
                case NEGATE -> terms.negate(withoutConstants(term.argument(0), numeric));
                default -> term;
            };
        }

        private Term constantPart(Term term, Numeric numeric) {
            if (constant(term, numeric)) {
                return term;
            }
            return switch (term.op()) {
                case ADD -> terms.add(constantPart(term.argument(0), numeric), constantPart(term.argument(1), numeric));
                case SUBTRACT ->
                    terms.subtract(constantPart(term.argument(0), numeric), constantPart(term.argument(1), numeric));
                case NEGATE -> terms.negate(constantPart(term.argument(0), numeric));
                default -> terms.number(0);
            };
        }

        private static boolean constant(Term term, Numeric numeric) {
            return !term.active() && !term.discrete() && numeric.compile(term) != null;
        }
    }
}
