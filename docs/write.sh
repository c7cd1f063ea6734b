#!/usr/bin/env bash
# Writes what programs print into the documentation: every console block, figure and table that a test compares. Where only
# seconds and speeds would change, a page stays as it is. Takes about ten minutes; arguments go to Maven (-o, for one).
#
#   docs/write.sh                    everything
#   TESTS=DocsTest docs/write.sh     only what this test holds
#   TESTS=DocsTest PAGES='tutorial|README' docs/write.sh     only these pages
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Builds the launcher's program first, so that screens of a terminal can be taken meanwhile.
./tandem --version >/dev/null

tests=${TESTS:-CommandReferenceTest,DecisionsTest,MessagesPageTest,ArchitecturePageTest,PublicApiTest,ProtocolPageTest,ProgramsTest,DocsTest,ExamplesTest,PassesTest,ExactnessTest,LanguagePageTest,ConstructsPageTest,JudgedBesideRTest}
# One after the other: tests that write must not meet those that read.
mvn -B -q -T1 test -pl cli,example,inference,serve,validation -am -Dspotless.check.skip=true -Dtest.classes.mode=same_thread \
    -Dtest="$tests" -Dsurefire.failIfNoSpecifiedTests=false -Dtandem.docs.write=true \
    -Dtandem.docs.pages="${PAGES:-}" "$@"
git --no-pager diff --stat -- README.md docs examples
