#!/bin/sh
# Writes results.md: notes.md, then what survey.py prints of the results of posteriordb and of the textbook.
# page.sh POSTERIORDB-RESULTS TEXTBOOK-RESULTS [PAGE-BEFORE]
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
python=${PYTHON:-$here/../peers/target/venv/bin/python}
version=$(git -C "$here" rev-list -1 --abbrev-commit HEAD -- ':(top,glob)**/src/main/**' ':(top,exclude)benchmark')
part=$here/results.md.part
{
    sed -e "s/@commit@/$version/g" -e "s/@date@/$(date -u +%F)/g" -e "s/@processors@/$(nproc)/g" "$here/notes.md"
    printf '\n# posteriordb beside JAGS\n\n'
    "$python" "$here/survey.py" table "$1" ${3:+--page "$3"}
    printf '# A textbook in ecology beside JAGS\n\n'
    "$python" "$here/survey.py" table "$2" ${3:+--page "$3"}
    printf '# posteriordb beside stanli\n\n'
    "$python" "$here/survey.py" stan "$1" ${3:+--page "$3"}
    printf '\n# Gradients beside nutpie\n\n'
    "$python" "$here/survey.py" gradients "$1"
} >"$part"
mv "$part" "$here/results.md"
