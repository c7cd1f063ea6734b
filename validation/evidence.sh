#!/usr/bin/env bash
# Shows with the shipped program that what once was silently wrong, crashed or was lost is right or refused. For each
# case: the command, what it printed of it, its exit code, the truth, and whether it holds. Exits with 1 where one does not.
#
#   validation/evidence.sh          all cases, in two to three minutes
#   validation/evidence.sh 1 11     only those of these groups
#   TANDEM=/usr/bin/tandem validation/evidence.sh       of another copy of the program
#
# A mean holds if it is within five of its standard errors of the truth; seeds are fixed, so it does so every time.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TANDEM:-$root/tandem}
"$program" --version || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
wanted=" $* "
cases=0
failures=0

# group NUMBER TITLE: begins a group; false where others were asked for.
group() {
    [ "$wanted" = "  " ] || [[ $wanted == *" $1 "* ]] || return 1
    printf '\n== %s. %s\n' "$1" "$2"
}

# run COMMAND..: runs it and keeps what it printed and its exit code. Ten times longer than any needs is a hang.
run() {
    shown="$*"
    timeout -k 5 120 "$@" >out.txt 2>err.txt
    code=$?
}
tandem() {
    run "$program" "$@"
    shown="tandem $*"
}

# judge YES TRUTH: prints the case; YES is "yes" where it holds.
judge() {
    cases=$((cases + 1))
    [ "$1" = yes ] && verdict=holds || { verdict="DOES NOT HOLD"; failures=$((failures + 1)); }
    printf '$ %s\n' "$shown"
    [ -z "$line" ] || printf '%s\n' "$line" | cut -c1-200 | sed 's/^/    /'
    printf '    code %s; truth: %s; %s\n' "$code" "$2" "$verdict"
}

# mean ROW VALUE: the mean of a row of the table is VALUE.
mean() {
    line=$(awk -v row="$1" '$1 == row { print; exit }' out.txt)
    judge "$(awk -v row="$1" -v truth="$2" -v code="$code" '
        $1 == row { d = $2 - truth; if (d < 0) d = -d; ok = $3 != "-" && d <= 5 * $3 + 1e-6 }
        END { print ok && code == 0 ? "yes" : "no" }' out.txt)" "mean of $1 $2"
}

# says CODE TEXT: it ended so, and printed a line with this text; with NOT before it, no such line.
says() {
    local not='' yes=no
    [ "$1" != NOT ] || { not=yes; shift; }
    line=$(cat err.txt out.txt | grep -F -m1 -- "$2")
    if [ -n "$not" ]; then
        [ -n "$line" ] || yes=yes
        line=${line:-$(head -1 out.txt)}
        [ "$code" = "$1" ] || yes=no
        judge $yes "code $1, no word of '$2'"
    else
        [ -z "$line" ] || yes=yes
        [ -n "$line" ] || line=$(cat err.txt out.txt | head -3)
        [ "$code" = "$1" ] || yes=no
        judge $yes "code $1, '$2'"
    fi
}

# right_or_said ROW VALUE: the mean is right, or a warning says that the chains do not agree.
right_or_said() {
    if grep -q 'R-hat is above' out.txt; then says 0 'R-hat is above'; else mean "$1" "$2"; fi
}

# model NAME TEXT [DATA]
model() {
    printf '%s\n' "$2" >"$1.bug"
    printf '%s\n' "${3-{\}}" >"$1.json"
}
sample() { tandem sample "$1.bug" --data "$1.json" --quiet "${@:2}"; }

if group 1 "Observed dsum over elements of one array"; then
    model dsum 'model { for (i in 1:2) { x[i] ~ dpois(lam[i]) }  s ~ dsum(x[1], x[2])  none <- equals(x[1], 0) }' \
        '{"lam": [1, 3], "s": 6}'
    sample dsum
    mean none 0.177979 # binomial(6, 1/4) at 0
    sample dsum --sum joint
    mean none 0.177979
    model dsum-dcat 'model { for (i in 1:2) { x[i] ~ dcat(w[i, ]) }  s ~ dsum(x[1], x[2])  one <- equals(x[1], 1) }' \
        '{"w": [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]], "s": 4}'
    sample dsum-dcat
    mean one 0.0487805 # 0.2 * 0.1 / (0.2 * 0.1 + 0.3 * 0.3 + 0.5 * 0.6)
    model dsum-real 'model { for (i in 1:1) { x[i] ~ dpois(2) }  x[2] ~ dnorm(0, 1)  s ~ dsum(x[1], x[2]) }' '{"s": 3}'
    sample dsum-real
    mean 'x[1]' 2.599891 # sum of k dpois(k, 2) dnorm(3 - k), normalised
fi

if group 2 "Supports with gaps"; then
    weights=$(awk 'BEGIN { printf "[0.3"; for (i = 2; i < 200; i++) printf ",0"; print ",0.7]" }')
    model gap 'model { x ~ dcat(w[])  last <- equals(x, 200) }' "{\"w\": $weights}"
    sample gap
    mean last 0.7
    for seed in 1 2 3; do
        sample gap --sum joint --seed $seed
        mean last 0.7
    done
fi

if group 3 "A second mode"; then
    model mode 'model { n ~ dnegbin(0.01, 1)  y ~ dnorm(mu, 1.0E-4)  mu <- (n - 100)^2  upper <- step(n - 100) }' \
        '{"y": 6400}'
    for seed in 1 2 3; do
        sample mode --seed $seed --sum joint
        mean upper 0.166880 # by enumeration
    done
    model modes 'model { x ~ dnormmix(m[], tau[], p[])  high <- step(x - 10) }' \
        '{"m": [0, 20], "tau": [1, 1], "p": [0.5, 0.5]}'
    sample modes --sum joint
    # Right, or said: chains begin in both modes, and R-hat tells that they do not cross.
    if grep -q 'R-hat is above' out.txt; then says 0 'These are different modes'; else mean high 0.5; fi
fi

if group 4 "Sites that lock each other"; then
    model lock 'model { z ~ dbern(0.5)  n ~ dpois(20 * z) }'
    sample lock
    mean z 0.5
    model equal 'model { x1 ~ dbern(0.3)  x2 ~ dbern(0.5)  one ~ dbern(p)  p <- equals(x1, x2) }' '{"one": 1}'
    sample equal
    mean x1 0.3
    model child 'model { x ~ dcat(w[])  y ~ dcat(P[x, ])  second <- equals(x, 2) }' '{"w": [0.4, 0.6], "P": [[1, 0], [0, 1]]}'
    sample child
    mean second 0.6
    # Sampled one by one, chains lock, and whatever is monitored it is said; in all begun on one side it is found out.
    sample equal --sampler published --sum joint --monitor p --strict
    says 1 'R-hat is above 1.01'
    echo '{"x1": 0, "x2": 0}' >start.json
    sample equal --sampler published --sum joint --init start.json
    # Warmup draws tied sites together and may take a chain across: then the chains differ, and that is said.
    if grep -q 'R-hat is above' out.txt; then says 0 'These are different modes'; else says 0 'x1 and x2 hold each other fast'; fi
    says NOT 0 'as it should be'
    sample equal --sum joint
    right_or_said x1 0.3
    # Not of two values, but of as many as a count has.
    model counts 'model { a ~ dpois(3)  b ~ dpois(3)  same ~ dbern(equals(a, b)) }' '{"same": 1}'
    sample counts
    right_or_said a 2.737078 # sum of k p(k)^2, normalised
fi

if group 6 "Values that are not whole, counts beyond 32 bits"; then
    model pick 'model { x ~ dpick(0.5, 1.5, 2.5)  y ~ dnorm(x, 1) }' '{"y": 1}'
    sample pick
    says 2 'values must be whole numbers'
    model huge 'model { n ~ dpois(3.0E9)  y ~ dnorm(n, 1) }' '{"y": 1}'
    sample huge
    says 2 'larger than 32 bits hold'
    model forward 'model { n ~ dpois(3.0E9) }'
    sample forward --draws 300
    mean n 3.0E9 # nothing observed depends on it: drawn from its law, in 64 bits
fi

if group 7 "Elements of one array with different discrete supports"; then
    model mixed 'model { x[1] ~ dcat(w[])  x[2] ~ dcat(v[])  x[3] ~ dpois(2)  x[4] ~ dbin(0.5, 3)
        y ~ dnorm(x[1] + x[2] + x[3] + x[4], 1) }' '{"w": [1, 2, 3, 4], "v": [1, 1, 1, 1, 1, 1, 2], "y": 10}'
    sample mixed --draws 4000
    mean 'x[2]' 3.920758 # by enumeration
    mean 'x[3]' 1.785476
fi

if group 9 "Products with a factor 0"; then
    model zero 'model { for (i in 1:2) { r[i] ~ dbin(p, n[i])
        g[i] <- r[i] * log(r[i] / n[i]) + (n[i] - r[i]) * log(1 - r[i] / n[i]) }  p ~ dunif(0, 1) }' \
        '{"r": [10, 3], "n": [10, 10]}'
    sample zero --monitor p,g
    mean p 0.636364 # beta(14, 8)
fi

if group 10 "A hard wall"; then
    model wall 'model { x ~ dnorm(0, 1)  z ~ dbern(step(x - 1)) }' '{"z": 1}'
    seconds=$SECONDS
    sample wall
    mean x 1.525135 # phi(1) / (1 - Phi(1))
    model open 'model { x ~ dnorm(0, 1)  z ~ dbern(step(x - 1)) }'
    sample open
    mean z 0.158655
    sample open --sum joint
    right_or_said z 0.158655
    line="the three took $((SECONDS - seconds)) s by the clock" shown="time" code=0
    judge "$([ $((SECONDS - seconds)) -lt 90 ] && echo yes)" "seconds, not minutes"
fi

# A run in a folder, for groups 11 to 15.
folder() {
    rm -rf run whole
    model line 'model { a ~ dnorm(0, 0.01)  b ~ dnorm(0, 0.01)  tau ~ dgamma(1, 1)
        for (i in 1:6) { y[i] ~ dnorm(a + b * x[i], tau) } }' '{"x": [1, 2, 3, 4, 5, 6], "y": [2.1, 2.9, 4.2, 5, 5.8, 7.2]}'
    "$program" sample line.bug --data line.json --out run --quiet --chains 2 --draws 300 --warmup 300 >/dev/null
    cp -r run whole
}
# flip FILE: turns one bit in its middle round.
flip() {
    local middle=$(($(stat -c %s "$1") / 2))
    local byte=$(od -An -tu1 -j $middle -N1 "$1")
    printf "\\$(printf %o $((byte ^ 16)))" | dd of="$1" bs=1 seek=$middle conv=notrunc status=none
}
digest() { (cd "$1" && sha256sum chain-*.draws); }
again() { rm -rf run && cp -r whole run; }

case " $wanted " in *" 11 "* | *" 12 "* | *" 13 "* | *" 14 "* | *" 15 "* | "    ") folder ;; esac

if group 11 "Whatever reads a folder verifies it"; then
    again
    flip run/chain-1.draws
    for command in "summary run" "export run --out csv --format csv" "report run" "predict run"; do
        # shellcheck disable=SC2086
        tandem $command
        says 2 'chain-1.draws is damaged'
    done
fi

if group 12 "--resume repairs draws"; then
    for damage in flipped cut deleted zeroed; do
        again
        case $damage in
        flipped) flip run/chain-1.draws ;;
        cut) truncate -s 2000 run/chain-1.draws ;;
        deleted) rm run/chain-1.draws ;;
        zeroed) truncate -s 0 run/chain-1.draws && truncate -s "$(stat -c %s whole/chain-1.draws)" run/chain-1.draws ;;
        esac
        tandem sample --resume run --quiet
        shown="$shown   # after chain-1.draws was $damage"
        line=$(grep -m1 lost err.txt)
        judge "$([ "$code" = 0 ] && [ "$(digest run)" = "$(digest whole)" ] && echo yes)" "the bytes of before"
    done
fi

if group 13 "Changed copies of model and data are refused"; then
    again
    sed -i 's/7.2/9.2/' run/data.json
    tandem sample --resume run --draws 400 --quiet
    says 2 'data.json'
    again
    sed -i 's/0.01/0.02/' run/model.bug
    tandem sample --resume run --draws 400 --quiet
    says 2 'model.bug'
fi

if group 14 "Links in a folder are not followed for writing"; then
    for file in process.json log.txt chain-1.draws; do
        again
        rm -f run/$file
        echo mine >elsewhere
        ln -s ../elsewhere run/$file
        tandem sample --resume run --draws 400 --quiet
        line=$(head -1 err.txt)
        judge "$([ "$code" = 2 ] && grep -q "$file" err.txt && [ "$(cat elsewhere)" = mine ] && echo yes)" \
            "code 2, $file named, the file it points to as it was"
    done
fi

if group 15 "Lost output, and options that cannot be"; then
    again
    run bash -c "'$program' summary run >/dev/full"
    shown='tandem summary run > /dev/full'
    says 3 'No space left'
    run bash -c "set -o pipefail; '$program' summary run | true"
    shown='tandem summary run | true'
    line=
    judge "$([ "$code" = 141 ] && echo yes)" 'code 141'
    for command in "export run --format csv --out /dev/full" "predict run --format csv --out /dev/full" "report run --out /dev/full"; do
        # shellcheck disable=SC2086
        tandem $command
        line=$(head -1 err.txt)
        judge "$([ "$code" != 0 ] && [ -n "$line" ] && echo yes)" 'not code 0, and a line'
    done
    sample line --monitor a,a
    says 2 'names a twice'
    sample line --step-size 1e308
    says 2 'step'
    sample line --max-time 1m1m
    says 2 '1m1m'
    sample line --chains 1000000
    says 2 'chains'
    sample line --max-time 1s --warmup 2000000
    line=$(head -1 err.txt)
    judge "$([ "$code" != 0 ] && [ -n "$line" ] && echo yes)" 'not code 0, and a line'
    rm -rf stopped
    ("$program" sample line.bug --data line.json --chains 4 --threads 1 --draws 4000000 --quiet --out stopped \
        >out.txt 2>err.txt; echo $? >code.txt) &
    for _ in $(seq 300); do
        [ "$(stat -c %s stopped/chain-1.draws 2>/dev/null || echo 0)" -gt 100000 ] && break
        sleep 0.2
    done
    kill -TERM "$(sed -n 's/.*"process" *: *\([0-9]*\).*/\1/p' stopped/process.json)"
    wait
    code=$(cat code.txt)
    shown='tandem sample line.bug --chains 4 --threads 1 --draws 4000000 --out stopped   # and Ctrl-C'
    line=$(cat err.txt out.txt | grep -m1 'left out')
    judge "$([ "$code" = 130 ] || [ "$code" = 143 ] && [ -n "$line" ] && echo yes)" 'the chains without draws are named'
fi

printf '\n%d cases, %d do not hold\n' $cases $failures
[ $failures -eq 0 ]
