"""Writes docs/paper.md, docs/paper-automatic.md and docs/paper-trees.md from the results of a run: paper.py RESULTS, where RESULTS
is the folder of `tandem paper all --data DIR --out RESULTS`. What stands above the mark in a page is kept, all below it is written
anew; pictures are copied. Of a run of some experiments only their sections are replaced, with their rows among the claims, and each
says when and by which command it was made."""

import pathlib
import re
import shutil
import sys

DOCS = pathlib.Path(__file__).resolve().parent
MARK = "<!-- below this line docs/paper.py writes -->"
CLAIMS = "## The paper's claims"
AUTOMATIC = "## The closing question"
TREES = "## Trees"
# Claims about trees are of another paper, which their rows name.
OF_TREES = "(Dinh et al. 2017)"


def sections(text):
    """What stands before the first heading, and the sections by heading."""
    first, *rest = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return first.strip(), {section.split("\n", 1)[0]: section.strip() for section in rest}


def rows(section):
    """The heading with the head of a table of claims, and its rows by claim."""
    lines = section.split("\n")
    begin = next(i for i, line in enumerate(lines) if line.startswith("|---")) + 1
    return "\n".join(lines[:begin]), {line.split(" | ")[0]: line for line in lines[begin:]}


def table(head, claims):
    return "\n".join([head, *claims])


def below(page):
    """The page's path, what stands above its mark and what stands below."""
    path = DOCS / page
    return path, *path.read_text(encoding="utf-8").split(MARK, 1)


def write(page, parts):
    path, above, _ = below(page)
    path.write_text(above + MARK + "\n\n" + "\n\n".join(parts) + "\n", encoding="utf-8")


def body(section):
    return section.split("\n", 1)[1].strip()


def main():
    results = pathlib.Path(sys.argv[1])
    first, found = sections((results / "paper.md").read_text(encoding="utf-8"))
    note = re.search(r"^Made on .*$", first, re.MULTILINE)[0]
    measure = first.split("\n\n")[-1]
    found = {title: section.replace("](figures/", "](paper/") for title, section in found.items()}
    head, claims = rows(found.pop(CLAIMS))
    of_trees = [row for row in claims.values() if OF_TREES in row]
    claims = {claim: row for claim, row in claims.items() if OF_TREES not in row}
    for picture in (results / "figures").glob("*.svg"):
        shutil.copy(picture, DOCS / "paper" / picture.name)
    for title in [title for title in found if title.startswith(AUTOMATIC)]:
        write("paper-automatic.md", [note, measure, body(found.pop(title))])
    for title in [title for title in found if title.startswith(TREES)]:
        write("paper-trees.md", [note, measure, body(found.pop(title)), table(head.replace(CLAIMS, "").strip(), of_trees)])
    if not found:
        return
    old_first, old = sections(below("paper.md")[2])
    old_head, old_claims = rows(old.pop(CLAIMS))
    if old.keys() <= found.keys():
        write("paper.md", [note, measure, table(head, claims.values()), *found.values()])
        return
    for title, section in found.items():
        old[title] = f"{title}\n\n{note}\n\n{body(section)}"
    write("paper.md", [old_first, table(old_head, {**old_claims, **claims}.values()), *old.values()])


main()
