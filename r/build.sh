#!/bin/sh
# Builds the source package into the current folder: takes the program from the checkout, then calls R.
set -eu
here=$(CDPATH='' cd -P "$(dirname "$0")" && pwd)
jar=$here/../cli/target/tandem.jar
if [ ! -f "$jar" ]; then
    printf 'the program is not built: %s is missing; ./tandem --version builds it\n' "$jar" >&2
    exit 3
fi
mkdir -p "$here/inst/java"
cp "$jar" "$here/inst/java/tandem.jar"
# The vignette is made by knitr, rmarkdown and pandoc; without them the package is built without it.
vignettes=
if ! { command -v pandoc && Rscript -e 'stopifnot(requireNamespace("knitr"), requireNamespace("rmarkdown"))'; } >/dev/null 2>&1; then
    printf 'no vignette, since knitr, rmarkdown or pandoc was not found\n' >&2
    vignettes=--no-build-vignettes
fi
# shellcheck disable=SC2086
R CMD build --no-manual $vignettes "$here"
