#!/usr/bin/env bash
# Whether another processor draws the same: `validation/processors.sh [EXAMPLE..]` prints a digest of draws made on this machine beside one
# made by a Java for ARM, which QEMU emulates. Needs root on Debian, since it installs both from its packages; about a minute an example.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[[ $# -gt 0 ]] || set -- occupancy eight-schools nmixture hmm stochastic-volatility dawid-skene
"$root/tandem" --version

added=no
if ! dpkg --print-foreign-architectures | grep -qx arm64; then
    dpkg --add-architecture arm64
    added=yes
fi
apt-get update -qq
apt-get install -y -qq qemu-user >/dev/null
mkdir "$work/packages" "$work/arm"
packages=(openjdk-17-jre-headless libc6 libgcc-s1 libstdc++6 zlib1g)
(cd "$work/packages" && apt-get download -qq "${packages[@]/%/:arm64}" 2>/dev/null)
for package in "$work"/packages/*.deb; do
    dpkg -x "$package" "$work/arm"
done
[[ $added == no ]] || dpkg --remove-architecture arm64

# Settings of Java that the package keeps under /etc.
java=$work/arm/usr/lib/jvm/java-17-openjdk-arm64
find "$java" -type l | while read -r link; do
    target=$(readlink "$link")
    [[ $target != /etc/* || ! -e $work/arm$target ]] || { rm "$link" && cp -r "$work/arm$target" "$link"; }
done
cat >"$work/tandem" <<END
#!/bin/sh
exec qemu-aarch64 -L "$work/arm" "$java/bin/java" -cp "$root/cli/target/tandem.jar" dev.tandem.cli.Tandem "\$@"
END
chmod +x "$work/tandem"

"$root/benchmark/digests.sh" "$root/tandem" "$@" >"$work/here"
"$root/benchmark/digests.sh" "$work/tandem" "$@" >"$work/there"
echo "on $(uname -m):"
cat "$work/here"
echo "on aarch64:"
cat "$work/there"
cmp -s "$work/here" "$work/there" && echo "the same draws" || { echo "OTHER draws"; exit 1; }
