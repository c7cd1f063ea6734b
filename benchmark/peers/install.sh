#!/bin/sh
# Installs the peers: JAGS and Stan from Debian (as root), NumPyro, PyMC, nutpie and ArviZ from PyPI into a virtual
# environment, and builds Tandem. What cannot be had is named, and the comparison leaves it out.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
environment=${1:-$here/target/venv}
mkdir -p "$here/target"
try() {
    "$@" >>"$here/target/install.log" 2>&1 || printf 'could not install: %s (see %s)\n' "$*" "$here/target/install.log" >&2
}
if command -v apt-get >/dev/null; then
    try apt-get update
    for package in jags r-cran-rjags r-cran-jsonlite r-cran-posterior r-cran-rstan r-cran-rcppeigen r-cran-bh; do
        try apt-get install -y --no-install-recommends "$package"
    done
fi
try python3 -m venv "$environment"
for package in numpy "arviz<1" numpyro pymc nutpie numba; do
    try "$environment/bin/pip" install -q "$package"
done
(cd "$here/../.." && try mvn -B -q -pl benchmark -am package -DskipTests)
