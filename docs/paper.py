"""Writes docs/paper.md, docs/paper-automatic.md and docs/paper-trees.md from the results of a run: paper.py RESULTS, where RESULTS
is the folder of `tandem paper all --data DIR --out RESULTS`. What stands above the mark in a page is kept, all below it is written
anew; pictures are copied. Of a run of some experiments only their sections are replaced, with their rows among the claims, and each
says when and by which command it was made. Last of all the tables and figures of docs/technical-report.md are taken from these pages."""

import pathlib
import re
import shutil
import sys

DOCS = pathlib.Path(__file__).resolve().parent
MARK = "<!-- below this line docs/paper.py writes -->"
CLAIMS = "## The paper's claims"
REPORT = "technical-report.md"
# In the report: a table with the columns that its head names, of the first table of a page below a line that begins so ..
COPIED_TABLE = re.compile(r"<!-- table of (?P<page>\S+): (?P<line>.+?) -->\n\n(?P<head>\|.*)\n\|[-| ]+\n(?:\|.*\n)+")
# .. and a figure: what stands in a page in the place of the star.
COPIED_FIGURE = re.compile(r"(?P<mark><!-- from (?P<page>\S+): (?P<before>.*?)\*(?P<after>.*?) -->).*?<!-- \. -->", re.DOTALL)
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


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def copied_table(match):
    """A table of the report as its page has it now, cut to the report's columns."""
    _, _, found = (DOCS / match["page"]).read_text(encoding="utf-8").partition("\n" + match["line"])
    lines = re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", found, re.MULTILINE)
    if lines is None:
        sys.exit(f"{REPORT}: {match['page']} has no table below a line that begins with '{match['line']}'")
    head, _, *body = [cells(line) for line in lines[0].splitlines()]
    wanted = cells(match["head"])
    if not set(wanted) <= set(head):
        sys.exit(f"{REPORT}: the table of {match['page']} has no column {', '.join(set(wanted) - set(head))}")
    kept = [head.index(name) for name in wanted]
    written = ["| " + " | ".join(row[at] for at in kept) + " |" for row in [head, *body]]
    written.insert(1, "|---" * len(kept) + "|")
    return f"<!-- table of {match['page']}: {match['line']} -->\n\n" + "\n".join(written) + "\n"


def copied_figure(match):
    """A figure of the report as its page has it now."""
    page = (DOCS / match["page"]).read_text(encoding="utf-8")
    found = re.search(re.escape(match["before"]) + r"(\S+?)" + re.escape(match["after"]), page)
    if found is None:
        sys.exit(f"{REPORT}: {match['page']} has nowhere '{match['before']}*{match['after']}'")
    return f"{match['mark']}{found[1]}<!-- . -->"


def write_report():
    path = DOCS / REPORT
    text = COPIED_TABLE.sub(copied_table, path.read_text(encoding="utf-8"))
    path.write_text(COPIED_FIGURE.sub(copied_figure, text), encoding="utf-8")


def write_pages():
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


write_pages()
write_report()
