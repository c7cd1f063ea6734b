#!/usr/bin/env bash
# Runs the notebook without a window and takes pictures of what it shows, for docs/pictures:
#
#   python/notebooks/picture.sh PYTHON
#
# PYTHON has tandem-bayes, nbclient, nbconvert, ipykernel, pandas, xarray and arviz installed; Chromium takes the pictures.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pictures=$here/../../docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/occupancy.ipynb" "$work"
(cd "$here" && "$1" -m nbconvert --to html --execute --output-dir "$work" --output page.html occupancy.ipynb >/dev/null 2>"$work/said") ||
    { cat "$work/said" >&2; exit 1; }
# Two screens: the model with its data and the run, and the end with the report inside.
height=6200
chromium --headless=old --no-sandbox --disable-gpu --hide-scrollbars --window-size=1100,$height --virtual-time-budget=5000 \
    --screenshot="$work/whole.png" "file://$work/page.html" >/dev/null 2>&1
"$1" - "$work/whole.png" "$pictures/notebook.png" <<'PYTHON'
import sys
from PIL import Image, ImageChops

page = Image.open(sys.argv[1]).convert("RGB")
blank = Image.new("RGB", page.size, page.getpixel((1, page.size[1] - 1)))
_, _, _, bottom = ImageChops.difference(page, blank).getbbox()
page.crop((0, 0, page.size[0], min(bottom + 20, page.size[1]))).quantize(64).save(sys.argv[2], optimize=True)
PYTHON
