#!/bin/sh
# Times the mixed step of node M-HMC on variable selection in Java and in plain C, by turns, and prints the ratio.
# Usage: benchmark/mixed-step.sh [ROUNDS]; needs a JDK, Maven and gcc. JAVA_HOME chooses the JDK.
set -eu
rounds=${1:-7}
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$here/.." && mvn -q -B -pl benchmark -am package -DskipTests)
jar=$here/target/benchmarks.jar
"$java" -cp "$jar" dev.tandem.benchmark.MixedStepTimer data "$work/data"
source=$here/src/main/c/mixed_step.c
gcc -O3 -o "$work/c-libm" "$source" -lm
gcc -O3 -DTABLE_EXPONENTIAL -o "$work/c-table" "$source" -lm
gcc -O3 -march=native -DTABLE_EXPONENTIAL -o "$work/c-table-native" "$source" -lm

round=1
while [ "$round" -le "$rounds" ]; do
    for twin in c-libm c-table c-table-native; do
        echo "$twin $("$work/$twin" "$work/data")" | tee -a "$work/times"
    done
    echo "java $("$java" -cp "$jar" dev.tandem.benchmark.MixedStepTimer)" | tee -a "$work/times"
    round=$((round + 1))
done

# The median over rounds of each program's median, and of Java's ratio within each round.
awk '
    function median(list, count,    i, j, swap) {
        for (i = 2; i <= count; i++)
            for (j = i; j > 1 && list[j - 1] > list[j]; j--) { swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap }
        return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
    }
    { times[$1, ++seen[$1]] = $2 + 0 }
    END {
        rounds = seen["java"]
        count = split("java c-libm c-table c-table-native", names, " ")
        printf "\n%-15s %12s %12s\n", "", "ns a step", "java / this"
        for (k = 1; k <= count; k++) {
            for (i = 1; i <= rounds; i++) { t[i] = times[names[k], i]; r[i] = times["java", i] / t[i] }
            printf "%-15s %12.0f %12.2f\n", names[k], median(t, rounds), median(r, rounds)
        }
    }' "$work/times"
