"""Writes docs/paper.md and docs/paper-automatic.md from the results of a run: paper.py RESULTS, where RESULTS is the folder of
`tandem paper all --data DIR --out RESULTS`. What stands above the mark in a page is kept, all below it is written anew; pictures are
copied. Trees have a page of their own, which is left alone."""

import pathlib
import re
import shutil
import sys

DOCS = pathlib.Path(__file__).resolve().parent
MARK = "<!-- below this line docs/paper.py writes -->"


def replace(page, lines):
    path = DOCS / page
    head = path.read_text(encoding="utf-8").split(MARK)[0]
    path.write_text(head + MARK + "\n\n" + "\n\n".join(lines) + "\n", encoding="utf-8")


def main():
    results = pathlib.Path(sys.argv[1])
    text = (results / "paper.md").read_text(encoding="utf-8")
    note = re.search(r"^Made on .*$", text, re.MULTILINE)[0]
    first, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    measure = first.strip().split("\n\n")[-1]
    titles = {section.split("\n", 1)[0]: section.strip() for section in sections}
    automatic = [section for title, section in titles.items() if title.startswith("## The closing question")]
    kept = [s.replace("](figures/", "](paper/") for t, s in titles.items() if s not in automatic and not t.startswith("## Trees")]
    replace("paper.md", [note, measure, *kept])
    for picture in (results / "figures").glob("*.svg"):
        shutil.copy(picture, DOCS / "paper" / picture.name)
    if automatic:
        replace("paper-automatic.md", [note, measure, automatic[0].split("\n", 1)[1].strip()])


main()
