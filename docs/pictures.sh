#!/usr/bin/env bash
# Takes the first screens of a report anew, with Chromium: docs/pictures.sh. The model and the seed are those of the README.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

./tandem sample examples/occupancy/model.bug --data examples/occupancy/data.json --quiet --out "$folder/run" >/dev/null

# take FILE WIDTH,HEIGHT [OPTION..]
take() {
    local file=$1 size=$2
    shift 2
    chromium --headless=old --no-sandbox --disable-gpu --hide-scrollbars --window-size="$size" "$@" \
        --screenshot="$PWD/docs/pictures/$file" "file://$folder/run/report.html" >/dev/null 2>&1
}

take report-first-screen.png 1280,900
take report-first-screen-dark.png 1280,900 --blink-settings=preferredColorScheme=0
take report-phone.png 390,844
