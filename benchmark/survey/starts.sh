#!/bin/sh
# Writes docs/books.md: how far the models of two textbooks and of OpenBUGS get. What was stopped goes on from the files in KEEP.
# starts.sh AHM1-CASES AHM-SCRIPTS OPENBUGS-CASES KEEP   (README.md says where they come from)
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$here/../..
page=$root/docs/books.md
# What was asked of another version is asked again.
version=$(git -C "$root" rev-list -1 --abbrev-commit HEAD -- ':(glob)**/src/main/**' ':(exclude)benchmark')
mkdir -p "$4"
{
    cat <<EOF
# Models that others wrote

The [constructs](constructs.md) are small models of our own. Here are those that people wrote for JAGS and BUGS: of the first volume of a textbook in
ecology, *Applied Hierarchical Modeling in Ecology*, with the data of its scripts; of both volumes, without data; and the examples that OpenBUGS comes with. A model
is read if \`tandem check\` takes its text, compiles if it takes text and data, and starts if \`tandem sample\` gives draws, within a minute of
processor time. Whether they converge, and to what, is another question: the survey in \`benchmark/survey\` asks it.

Counted $(date -u +%F) at commit $version by

    benchmark/survey/starts.sh AHM1-CASES AHM-SCRIPTS OPENBUGS-CASES KEEP

\`benchmark/survey/README.md\` says how the cases are made from public repositories; none of them is part of this project.

EOF
    python3 "$here/starts.py" "$1" --title "A textbook in ecology" --texts "$2" --under AHM --keep "$4/ahm-$version.jsonl"
    python3 "$here/starts.py" "$3" --title "The examples of OpenBUGS" --dialect openbugs --keep "$4/openbugs-$version.jsonl"
} >"$page.part"
mv "$page.part" "$page"
