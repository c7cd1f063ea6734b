package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.terms.Term;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where the density jumps in a continuous unknown, which the gradient does not see and the user should know. */
public final class Jumps {
    private final Draft draft;

    public Jumps(Draft draft) {
        this.draft = draft;
    }

    /** Says where the density jumps in a continuous unknown: the gradient does not see it. */
    public void look(Rule rule, Term term) {
        if (jumps(term)) {
            note(rule);
        }
    }

    /** Takes note of a rule that jumps where one of these terms does. */
    void note(Rule rule, List<Term> terms) {
        terms.forEach(this::note);
        note(rule);
    }

    /** The places depend on what a term reads. */
    private void note(Term term) {
        term.reads().forEach(read -> {
            if (read.active()) {
                draft.jumping.add(read.storage());
            }
        });
    }

    private void note(Rule rule) {
        String note = rule.relation().span() + ": " + rule.targetName()
                + " jumps where a continuous unknown crosses a value (step, equals, ifelse, a comparison, round, trunc, "
                + "rank or order); the gradient does not see the jump";
        if (!draft.notes.contains(note)) {
            draft.notes.add(note);
        }
    }

    /** Without recursion, since a term may be as deep as an expression is long. */
    private boolean jumps(Term whole) {
        boolean found = false;
        Set<Term> seen = new HashSet<>();
        Deque<Term> open = new ArrayDeque<>(List.of(whole));
        while (!open.isEmpty()) {
            Term term = open.pop();
            boolean here = switch (term.op()) {
                case CHOICE -> (term.argument(0).active() || term.argument(1).active()) && !minimum(term);
                case TO_INT -> term.argument(0).active();
                case CALL -> term.arguments().stream().anyMatch(Term::active) && !term.active();
                default -> false;
            };
            if (here) {
                found = true;
                // The branches of a choice are not what decides.
                (term.op() == Term.Op.CHOICE ? term.arguments().subList(0, 2) : term.arguments()).forEach(this::note);
            }
            // The value of a given term is called without derivatives because they are given beside it.
            if (term.op() != Term.Op.GIVEN) {
                term.arguments().stream().filter(seen::add).forEach(open::push);
            }
        }
        return found;
    }

    /** The smaller or larger of two is continuous. */
    private static boolean minimum(Term choice) {
        return choice.argument(0) == choice.argument(2) && choice.argument(1) == choice.argument(3);
    }
}
