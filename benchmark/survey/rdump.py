"""Data and starts of a case: JSON in, R's dump format out, which is what the jags command reads."""

import json
import math


def read(path):
    return json.loads(path.read_text())


def dump(values):
    """Arrays are nested lists by rows in JSON and by columns in a dump; null is NA."""
    return "".join(f'"{name}" <-\n{text(value)}\n' for name, value in values.items())


def text(value):
    if not isinstance(value, list):
        return number(value)
    extents = []
    inner = value
    while isinstance(inner, list):
        extents.append(len(inner))
        inner = inner[0] if inner else None
    flat = by_columns(value, extents)
    numbers = "c(" + ", ".join(number(v) for v in flat) + ")"
    if len(extents) == 1:
        return numbers
    return f"structure({numbers}, .Dim = c({', '.join(f'{e}L' for e in extents)}))"


def by_columns(value, extents):
    flat = []

    def fill(fixed):
        if len(fixed) == len(extents):
            inner = value
            for index in reversed(fixed):
                inner = inner[index]
            flat.append(inner)
            return
        for index in range(extents[len(extents) - 1 - len(fixed)]):
            fill([*fixed, index])

    fill([])
    return flat


def number(value):
    if value is None:
        return "NA"
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        return '"' + value + '"'
    if isinstance(value, float) and math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    return repr(value)
