#!/usr/bin/env bash
# Builds the site of these pages: docs/site.sh [FOLDER OF A VENV]. It ends up in target/site/html. A browser opens it from there; the
# search needs a server, such as python3 -m http.server -d target/site/html. A link or an anchor that leads nowhere is an error,
# and so is a script, a style or a picture from elsewhere.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$PWD/target/site
venv=${1:-$work/venv}

wanted=$(cksum docs/site/requirements.txt)
if [[ ! -x $venv/bin/mkdocs || $(cat "$venv/wanted" 2>/dev/null) != "$wanted" ]]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q -r docs/site/requirements.txt
    echo "$wanted" >"$venv/wanted"
fi

"$venv/bin/python" docs/site/stage.py "$work/source"

# Not --quiet, which would hide warnings from --strict as well.
export NO_MKDOCS_2_WARNING=1
"$venv/bin/mkdocs" build --strict --config-file docs/site/mkdocs.yml 2> >(grep -v '^INFO' >&2)

if grep -rlE '<(script|img|iframe|source)[^>]+src="?(https?:)?//|<link[^>]+rel="?(stylesheet|preload|icon)"?[^>]+href="?(https?:)?//' \
    --include='*.html' "$work/html"; then
    echo "these pages load something from elsewhere" >&2
    exit 1
fi
echo "site: target/site/html/index.html, $(find "$work/html" -name '*.html' | wc -l) pages"
