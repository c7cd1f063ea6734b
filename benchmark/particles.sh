#!/bin/sh
# Writes docs/paper-particles.md: particle Gibbs beside joint moves, blocks and summing out on three models with hidden chains.
#
#   benchmark/particles.sh            all of it, in about ten minutes on two idle cores
#   TANDEM='java -jar tandem.jar' benchmark/particles.sh     with another program
#
# Tables that are done are kept in KEPT (target/particles), so that a stopped run goes on where it was.
set -eu
cd "$(dirname "$0")/.."
tandem=${TANDEM:-./tandem}
kept=${KEPT:-target/particles}
page=${PAGE:-docs/paper-particles.md}
mkdir -p "$kept"

# Runs one comparison unless its table is kept; what it warns of belongs to the table.
table() {
    name=$1
    model=$2
    shift 2
    if [ ! -f "$kept/$name.txt" ]; then
        # shellcheck disable=SC2086
        $tandem compare "examples/$model/model.bug" --data "examples/$model/data.json" "$@" --quiet \
            >"$kept/$name.part" 2>&1
        mv "$kept/$name.part" "$kept/$name.txt"
    fi
    printf '```sh shown\n./tandem compare examples/%s/model.bug --data examples/%s/data.json \\\n    %s\n```\n\n' \
        "$model" "$model" "$*"
    # Seconds of the clock say little on a machine with other work: 'per second', 'warmup' and 'sampling' are left out.
    awk '
        /^sampler / { print "    sampler            rhat    ess  of                 per gradient  divergent  apart"; next }
        /^[a-z-]+ +[0-9.]+ +[0-9]+ / {
            of = $4
            at = 5
            if ($4 == "log") { of = "log density"; at = 6 }
            printf "    %-17s %5s %6s  %-17s %13s %10s  %5s\n", $1, $2, $3, of, $(at + 1), $(at + 2), $(at + 7)
            next
        }
        /^Most effective/ || /^examples/ || /^$/ { next }
        { said = said "    " $0 "\n" }
        END { printf "\n%s", said }
    ' "$kept/$name.txt"
    printf '\n'
}

# More draws than the defaults let slow samplers converge, and take hours.
volatility=${VOLATILITY:-1000}
population=${POPULATION:-500}

sampled=node,nuts-within-gibbs,particle-gibbs
{
    cat <<HEAD
# Particle Gibbs beside the others

Conditional sequential Monte Carlo with ancestor sampling is what others use for models with hidden chains. Here it stands beside joint moves (\`node\`), blocks (\`nuts-within-gibbs\`) and the same model with its discrete unknowns
summed out. Written by \`benchmark/particles.sh\` on $(date +%Y-%m-%d), with $($tandem --version | head -n 1), 4 chains each.

R-hat is the worst of all unknowns and the log density. A row whose R-hat is above 1.01 has not converged: its effective size is
too large rather than too small, and longer runs would be needed. Effective draws are given per gradient, which does not depend on what
else a machine does; a step of 32 particles costs far more than the gradients beside it, and [the sampler](sampler.md#chains-of-states) has
speeds from a quiet machine. \`apart\` compares means with those of the first row, in standard errors.

## A hidden Markov model

Two states over 100 steps, [examples/hmm](../examples/hmm/README.md); all states are sampled:

HEAD
    table hmm hmm --samplers $sampled --sum none --draws 2000
    printf 'With the states summed out:\n\n'
    table hmm-summed hmm --samplers node,nuts --sum all --draws 2000
    cat <<'NEXT'
## Stochastic volatility

Log variances that wander, and a regime of two states, [examples/stochastic-volatility](../examples/stochastic-volatility/README.md):
one chain of real and discrete states.

NEXT
    table volatility stochastic-volatility --samplers $sampled --sum none --draws $volatility
    printf 'With the regimes summed out; the log variances stay:\n\n'
    table volatility-summed stochastic-volatility --samplers node,nuts --sum all --draws $volatility
    cat <<'NEXT'
## An open population

Counts of animals that survive, arrive and are missed, after Dail and Madsen,
[examples/dail-madsen](../examples/dail-madsen/README.md): twenty chains of counts.

NEXT
    table population dail-madsen --samplers $sampled --sum none --draws $population
    printf 'With the counts summed out:\n\n'
    table population-summed dail-madsen --samplers node,nuts --sum all --draws $population
    cat <<'SAID'
## What it shows

Where states can be summed out, that is the best choice on all three models, and on the last one the only one that converges in so few draws. Among samplers that
move the states, particles pay where single states hold each other, as the counts of an open population do, and are still far from enough there: counts
and rates hold each other too. On the hidden Markov model a draw of the whole chain is worth little more than a sweep. On stochastic volatility
it is worth less, since NUTS moves all log variances together as well.
SAID
} >"$page.part"
mv "$page.part" "$page"
echo "wrote $page"
