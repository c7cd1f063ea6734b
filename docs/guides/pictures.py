"""Draws the pictures of the guides: python3 docs/guides/pictures.py. Each comes from the run that its guide shows, with the same seed;
nothing but Python itself and ./tandem is needed."""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
BLUE, ORANGE, GREY, INK = "#2b6ca3", "#d95f02", "#9aa3ab", "#333333"
COLOURS = [BLUE, ORANGE, "#4d9a52"]


class Picture:
    """An SVG with a white ground, so that it reads in the dark as well, and axes in the units of the data."""

    def __init__(self, title, width=720, height=320, left=70, right=20, top=20, bottom=50):
        self.title, self.width, self.height = title, width, height
        self.left, self.right, self.top, self.bottom = left, right, top, bottom
        self.parts = []

    def frame(self, x, y, x_label, y_label, x_ticks=None, y_ticks=None):
        self.x_range, self.y_range = x, y
        base, end = self.height - self.bottom, self.width - self.right
        self.line([(self.left, base), (end, base)], INK, 1, raw=True)
        self.line([(self.left, self.top), (self.left, base)], INK, 1, raw=True)
        for value, label in ticks(x) if x_ticks is None else x_ticks:
            self.line([(self.at_x(value), base), (self.at_x(value), base + 5)], INK, 1, raw=True)
            self.text(self.at_x(value), base + 19, label)
        for value, label in ticks(y) if y_ticks is None else y_ticks:
            self.line([(self.left - 5, self.at_y(value)), (self.left, self.at_y(value))], INK, 1, raw=True)
            self.text(self.left - 9, self.at_y(value) + 4, label, "end")
        self.text((self.left + end) / 2, self.height - 8, x_label)
        middle = (self.top + base) / 2
        self.parts.append(
            f'<text transform="translate(16,{middle:.1f}) rotate(-90)" text-anchor="middle" font-size="13" fill="{INK}">{y_label}</text>'
        )

    def at_x(self, value):
        low, high = self.x_range
        return self.left + (value - low) / (high - low) * (self.width - self.left - self.right)

    def at_y(self, value):
        low, high = self.y_range
        return self.height - self.bottom - (value - low) / (high - low) * (self.height - self.top - self.bottom)

    def line(self, points, colour, width, raw=False, fill="none", opacity=1.0):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (points if raw else [(self.at_x(x), self.at_y(y)) for x, y in points]))
        self.parts.append(f'<polyline points="{path}" fill="{fill}" stroke="{colour}" stroke-width="{width}" opacity="{opacity}"/>')

    def dot(self, x, y, colour, radius=4, hollow=False):
        fill = "white" if hollow else colour
        self.parts.append(
            f'<circle cx="{self.at_x(x):.1f}" cy="{self.at_y(y):.1f}" r="{radius}" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>'
        )

    def bar(self, x, y, width, colour, opacity=1.0):
        left, right = self.at_x(x - width / 2), self.at_x(x + width / 2)
        top, base = self.at_y(y), self.at_y(max(0, self.y_range[0]))
        self.parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{base - top:.1f}" fill="{colour}" opacity="{opacity}"/>'
        )

    def text(self, x, y, text, anchor="middle", colour=INK):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="13" fill="{colour}">{text}</text>')

    def key(self, entries, below=0):
        for i, (label, colour) in enumerate(entries):
            y = self.top + below + 14 + 18 * i
            x = self.width - self.right - 190
            self.parts.append(f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{colour}"/>')
            self.text(x + 18, y, label, "start")

    def write(self, name):
        body = "\n".join(self.parts)
        (PICTURES / f"guide-{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img" aria-label="{self.title}"'
            f' font-family="sans-serif">\n<rect width="{self.width}" height="{self.height}" fill="white"/>\n{body}\n</svg>\n',
            "utf-8",
        )


def ticks(interval, most=6):
    low, high = interval
    step = 10 ** math.floor(math.log10((high - low) / most))
    step = next(s * step for s in (1, 2, 5, 10) if (high - low) / (s * step) <= most)
    first = math.ceil(low / step - 1e-9)
    values = [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return [(v, f"{v:.{digits}f}") for v in values]


def quantile(values, share):
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def density(values, points):
    """A kernel density with the bandwidth of Silverman."""
    mean = sum(values) / len(values)
    sd = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
    width = 0.9 * sd * len(values) ** -0.2
    return [sum(math.exp(-0.5 * ((p - v) / width) ** 2) for v in values) / (len(values) * width * math.sqrt(2 * math.pi)) for p in points]


def draws(example, folder):
    """The draws of an example by the names of their columns, and its data."""
    files = ROOT / "examples" / example
    run = folder / example
    tandem = [str(ROOT / "tandem")]
    subprocess.run(
        tandem + ["sample", files / "model.bug", "--data", files / "data.json", "--quiet", "--no-report", "--out", run],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run(tandem + ["export", run, "--quick", "--out", folder / f"{example}.csv"], check=True, stdout=subprocess.DEVNULL)
    with open(folder / f"{example}.csv", encoding="utf-8") as table:
        rows = list(csv.reader(table))
    columns = {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
    return columns, json.loads((files / "data.json").read_text("utf-8"))


def occupancy(columns, data):
    picture = Picture("The probability of occupancy against forest cover, with a 90% band")
    picture.frame((-2.5, 2.5), (0, 1), "forest cover, scaled", "probability of occupancy")
    grid = [-2.5 + 0.1 * i for i in range(51)]
    low, middle, high = [], [], []
    for x in grid:
        psi = [1 / (1 + math.exp(-(a + b * x))) for a, b in zip(columns["alpha0"], columns["alpha1"])]
        low.append((x, quantile(psi, 0.05)))
        middle.append((x, quantile(psi, 0.5)))
        high.append((x, quantile(psi, 0.95)))
    picture.line(low + high[::-1], "none", 0, fill=BLUE, opacity=0.2)
    picture.line(middle, BLUE, 2.5)
    for forest, row in zip(data["forest"], data["y"]):
        if -2.5 <= forest <= 2.5:
            picture.dot(forest, 0.98 if any(row) else 0.02, ORANGE if any(row) else GREY, 3)
    picture.key([("seen there", ORANGE), ("never seen there", GREY)], below=170)
    picture.write("occupancy")


def capture_recapture(columns, data):
    grid = [0.35 + 0.005 * i for i in range(126)]
    curves = [list(zip(grid, density(columns[f"phi[{s}]"], grid))) for s in (1, 2)]
    picture = Picture("Posterior densities of the two survival probabilities")
    picture.frame((0.35, 0.975), (0, 1.1 * max(y for c in curves for _, y in c)), "probability of survival", "density")
    for curve, colour in zip(curves, COLOURS):
        picture.line([(curve[0][0], 0)] + curve + [(curve[-1][0], 0)], colour, 2, fill=colour, opacity=0.35)
        picture.line(curve, colour, 2)
    picture.key([("sex 1", BLUE), ("sex 2", ORANGE)])
    picture.write("capture-recapture")


def abundance(columns, data):
    order = sorted(range(data["sites"]), key=lambda i: sum(columns[f"N[{i + 1}]"]))
    picture = Picture("The number of animals at each site with 90% intervals, beside the largest count")
    most = max(quantile(columns[f"N[{i + 1}]"], 0.95) for i in order)
    picture.frame((0, len(order) + 1), (0, most + 1), "sites, from few animals to many", "animals", x_ticks=[])
    for place, i in enumerate(order, 1):
        values = columns[f"N[{i + 1}]"]
        picture.line([(place, quantile(values, 0.05)), (place, quantile(values, 0.95))], BLUE, 3, opacity=0.5)
        picture.dot(place, sum(values) / len(values), BLUE, 3.5)
        picture.dot(place, max(data["y"][i]), ORANGE, 3, hollow=True)
    for row, (label, colour) in enumerate([("mean and 90% interval", BLUE), ("largest count", ORANGE)]):
        picture.text(picture.left + 40, picture.top + 16 + 18 * row, label, "start", colour)
    picture.write("abundance")


def mixture(columns, data):
    picture = Picture("The data with the fitted density and the part of each group")
    width = 0.5
    edges = [-6 + width * i for i in range(26)]
    heights = [(e + width / 2, sum(e <= y < e + width for y in data["y"]) / (data["n"] * width)) for e in edges]
    picture.frame((-7, 7.5), (0, 1.15 * max(h for _, h in heights)), "measurement", "density")
    for x, height in heights:
        picture.bar(x, height, 0.46, GREY, 0.45)
    grid = [-7 + 0.1 * i for i in range(146)]
    some = range(0, len(columns["tau"]), 20)
    whole = [0.0] * len(grid)
    for k in (1, 2, 3):
        part = [
            sum(
                columns[f"w[{k}]"][d] * math.sqrt(columns["tau"][d] / (2 * math.pi))
                * math.exp(-0.5 * columns["tau"][d] * (x - columns[f"mu[{k}]"][d]) ** 2)
                for d in some
            ) / len(some)
            for x in grid
        ]
        whole = [a + b for a, b in zip(whole, part)]
        picture.line(list(zip(grid, part)), COLOURS[k - 1], 2)
    picture.line(list(zip(grid, whole)), INK, 2)
    picture.key([("group 1", BLUE), ("group 2", ORANGE), ("group 3", COLOURS[2]), ("all", INK)])
    picture.write("mixture")


def hidden_markov(columns, data):
    travels = [sum(s == 2 for s in columns[f"state[{t}]"]) / len(columns["tau"]) for t in range(1, data["steps"] + 1)]
    picture = Picture("The steps, and below them the probability that the animal was travelling", height=360, bottom=140)
    picture.frame((0, data["steps"] + 1), (-2, 5), "", "log of step length")
    picture.line([(t, x) for t, x in enumerate(data["x"], 1)], GREY, 1)
    for t, x in enumerate(data["x"], 1):
        picture.dot(t, x, ORANGE if travels[t - 1] > 0.5 else BLUE, 3)
    picture.top, picture.bottom = 260, 50
    picture.frame((0, data["steps"] + 1), (0, 1), "step", "P(travels)", y_ticks=[(0, "0"), (1, "1")])
    for t, p in enumerate(travels, 1):
        picture.bar(t, p, 0.9, ORANGE, 0.8)
    picture.write("hidden-markov")


def item_response(columns, data):
    picture = Picture("The difficulty of each question with 90% intervals")
    names = [f"b[{j}]" for j in range(1, data["items"] + 1)]
    low = min(quantile(columns[n], 0.05) for n in names)
    high = max(quantile(columns[n], 0.95) for n in names)
    picture.frame((0.4, 10.6), (low - 0.3, high + 0.3), "question", "difficulty", x_ticks=[(j, str(j)) for j in range(1, 11)])
    picture.line([(0.4, 0), (10.6, 0)], GREY, 1)
    for j, name in enumerate(names, 1):
        picture.line([(j, quantile(columns[name], 0.05)), (j, quantile(columns[name], 0.95))], BLUE, 3, opacity=0.5)
        picture.dot(j, sum(columns[name]) / len(columns[name]), BLUE)
    picture.write("item-response")


def variable_selection(columns, data):
    picture = Picture("The probability of each predictor to be in the model")
    picture.frame((0.4, 5.6), (0, 1), "predictor", "probability to be in the model", x_ticks=[(j, str(j)) for j in range(1, 6)])
    for j in range(1, 6):
        values = columns[f"included[{j}]"]
        picture.bar(j, sum(values) / len(values), 0.6, BLUE, 0.8)
    picture.line([(0.4, 0.3), (5.6, 0.3)], ORANGE, 1.5)
    picture.text(picture.width - picture.right - 4, picture.at_y(0.3) - 6, "prior", "end", ORANGE)
    picture.write("variable-selection")


def topic_model(columns, data):
    picture = Picture("The words of each topic")
    words = data["vocabulary"]
    mean = {(k, v): sum(columns[f"phi[{k},{v}]"]) / len(columns["phi[1,1]"]) for k in (1, 2, 3) for v in range(1, words + 1)}
    picture.frame(
        (0.4, words + 0.6), (0, 1.4 * max(mean.values())), "word", "share of the topic's words",
        x_ticks=[(v, str(v)) for v in range(1, words + 1)],
    )
    for (k, v), share in mean.items():
        picture.bar(v + 0.26 * (k - 2), share, 0.24, COLOURS[k - 1], 0.85)
    picture.key([("topic 1", BLUE), ("topic 2", ORANGE), ("topic 3", COLOURS[2])])
    picture.write("topic-model")


DRAWN = {
    "occupancy": occupancy,
    "cjs": capture_recapture,
    "nmixture": abundance,
    "mixture": mixture,
    "hmm": hidden_markov,
    "rasch": item_response,
    "selection": variable_selection,
    "lda": topic_model,
}

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        for example in sys.argv[1:] or DRAWN:
            DRAWN[example](*draws(example, pathlib.Path(temporary)))
