"""Copies the project's pages to where the site is built from: stage.py FOLDER. Pages lie there as they do in the repository, so that
links lead to the same places here and on a code host; marks that tests use are taken out, and fences get names that are known."""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", "docs", "examples", "python/README.md", "r/README.md"]
LEFT_OUT = shutil.ignore_patterns("*.sh", "*.py", "*.yml", "requirements.txt", "make")

# Figures in sentences stand between comments, from which docs/write.sh fills them.
FIGURE = re.compile(r"<!--=.*?-->")

# What a fence says after its language is for the tests; the name of a file is shown to the reader.
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[a-z]+)(?: +(?P<rest>[^=\n]+))?$", re.MULTILINE)
FILE = re.compile(r"[\w-]+\.\w+")
LEXERS = {"bug": "jags"}

# A guide shows its model by cat, which is tested; here it is shown as what it is.
SHOWN_MODEL = re.compile(r"^```console\n\$ cat (?P<file>\S+\.bug)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

# What a search should put first, and what last.
WEIGHTS = {"docs/messages.md": 2, "docs/errors.md": 2, "docs/decisions": 0.3, "CHANGELOG.md": 0.3}

LINK = re.compile(r"(?<!!)\[(?P<text>[^\]\n]+)\]\((?P<target>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)")


def fence(match):
    language = LEXERS.get(match["language"], match["language"])
    title = f' title="{match["rest"]}"' if match["rest"] and FILE.fullmatch(match["rest"]) else ""
    return f'{match["indent"]}```{language}{title}'


def linked(page, folder):
    def link(match):
        target = (page.parent / match["target"]).resolve()
        if (target / "README.md").exists():
            # A code host shows the page of a folder; here the page itself is named.
            return f'[{match["text"]}]({match["target"].rstrip("/")}/README.md{match["anchor"] or ""})'
        if target.exists() and target.is_file():
            return match[0]
        # What is in the repository but not on the site is named without a link; what is in neither is left to the check of links.
        return match["text"] if (ROOT / target.relative_to(folder)).exists() else match[0]

    return link


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    for part in PARTS:
        source, target = ROOT / part, folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            shutil.copy(source, target)
    for page in folder.rglob("*.md"):
        text = FIGURE.sub("", page.read_text("utf-8"))
        text = SHOWN_MODEL.sub(lambda match: f'```jags title="{match["file"]}"\n{match["text"]}```', text)
        text = FENCE.sub(fence, text)
        name = page.relative_to(folder).as_posix()
        weight = next((weight for start, weight in WEIGHTS.items() if name.startswith(start)), 1)
        page.write_text(f"---\nsearch:\n  boost: {weight}\n---\n\n" + LINK.sub(linked(page, folder), text), "utf-8")


main()
