#!/bin/sh
# Installs the peers: JAGS and R packages from Debian (as root); stanli, bridgestan, NumPyro, PyMC, nutpie and ArviZ by pip into a virtual
# environment; NIMBLE and nimbleEcology, which Debian does not have, into a folder of this one, from the source that NIMBLE_SOURCE
# and NIMBLE_ECOLOGY_SOURCE name (a package's folder), else by R's install.packages. What cannot be had is named, and the
# comparison leaves it out.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
environment=${1:-$here/target/venv}
mkdir -p "$here/target"
try() {
    "$@" >>"$here/target/install.log" 2>&1 || printf 'could not install: %s (see %s)\n' "$*" "$here/target/install.log" >&2
}
if command -v apt-get >/dev/null; then
    try apt-get update
    for package in jags r-cran-rjags r-cran-jsonlite r-cran-posterior g++ make r-cran-igraph r-cran-coda r-cran-r6 r-cran-pracma \
        r-cran-numderiv liblapack-dev libblas-dev; do
        try apt-get install -y --no-install-recommends "$package"
    done
fi
[ -x "$environment/bin/pip" ] || try python3 -m venv "$environment"
for package in numpy "arviz<1" stanli bridgestan numpyro pymc pymc-extras nutpie numba; do
    try "$environment/bin/pip" install -q "$package"
done
library=$here/target/R
mkdir -p "$library"
from_source() {
    if R_LIBS=$library Rscript -e "library($1)" >/dev/null 2>&1; then
        return
    elif [ -n "$2" ]; then
        try env R_LIBS="$library" R CMD INSTALL --no-docs -l "$library" "$2"
    else
        try env R_LIBS="$library" Rscript -e "install.packages('$1', lib = '$library'); library($1)"
    fi
}
from_source nimble "${NIMBLE_SOURCE:-}"
from_source nimbleEcology "${NIMBLE_ECOLOGY_SOURCE:-}"
(cd "$here/../.." && try mvn -B -q -pl benchmark -am package -DskipTests)
