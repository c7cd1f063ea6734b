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
R CMD build --no-manual "$here"
