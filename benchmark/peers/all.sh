#!/bin/sh
# Everything in one command: installs the peers, runs all problems in all of them, writes docs/benchmarks.md.
# all.sh [REPEATS] [PROBLEM or GROUP ..]
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
repeats=${1:-3}
[ $# -gt 0 ] && shift
"$here/install.sh"
python=$here/target/venv/bin/python
"$python" "$here/run.py" measure --repeats "$repeats" "$@"
[ $# -gt 0 ] || "$python" "$here/exactness.py"
"$python" "$here/run.py" report --repeats "$repeats"
