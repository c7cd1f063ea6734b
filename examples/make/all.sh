#!/bin/sh
# Makes data and truth of all examples, or of those named: make/all.sh occupancy zip
set -eu
cd "$(dirname "$0")/.."
names=${*:-"mixture selection changepoint occupancy nmixture cjs dawid-skene hmm lda rasch stochastic-volatility spike-slab
  zip eight-schools regression survival random-slopes ordered closed-population ragged pedigree network false-positives
  dynamic-occupancy multistate m-array broken-stick community spatial
  dail-madsen irt-mixture"}
for name in $names; do
  echo "== $name"
  Rscript "make/$name.R"
  Rscript "make/$name-truth.R"
done
