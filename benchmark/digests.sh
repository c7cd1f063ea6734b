#!/usr/bin/env bash
# Whether two versions draw the same: `benchmark/digests.sh [PROGRAM [NAME..]]` prints a digest of some draws of every example, of the
# folder `examples` and of those built in, or of those in the folder that are named, always with the same seed. PROGRAM is the `tandem` to
# run, this checkout's unless told; the models and data are this checkout's for both, so that a difference between two outputs is one of programs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/tandem}
[[ $# -eq 0 ]] || shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failed=0

# digest NAME ARGUMENTS: one line. Comma-separated values have every digit, and no clock, path or version.
digest() {
    local name=$1 sum="failed: "
    shift
    rm -rf "$work/run" "$work/csv"
    if "$program" sample "$@" --seed 20261118 --chains 2 --warmup 60 --draws 40 --threads 1 \
        --out "$work/run" --no-report --quiet >"$work/log" 2>&1 &&
        "$program" export "$work/run" --format csv --out "$work/csv" >>"$work/log" 2>&1; then
        sum=$(find "$work/csv" -type f | sort | xargs cat | sha256sum)
        sum=${sum:0:16}
    else
        sum+=$(head -n 1 "$work/log")
        failed=1
    fi
    printf '%-22s %s\n' "$name" "$sum"
}

if [[ $# -gt 0 ]]; then
    for name in "$@"; do
        digest "$name" "$root/examples/$name/model.bug" --data "$root/examples/$name"/data.*
    done
    exit $failed
fi
for model in "$root"/examples/*/model.bug; do
    folder=${model%/model.bug}
    digest "${folder##*/}" "$model" --data "$folder"/data.*
done
for name in $("$program" examples | cut -d ' ' -f 1); do
    digest "--example $name" --example "$name"
done
exit $failed
