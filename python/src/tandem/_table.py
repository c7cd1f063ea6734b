"""Reads tables of draws: the program sends an Arrow file, and says beside it where the numbers are.

So a reader needs no Arrow library: a column stands in one piece within each batch, and each begins at a multiple of 8.
"""

from __future__ import annotations

import re
from typing import Any, Mapping

import numpy as np

_ELEMENT = re.compile(r"(?P<name>[^\[\]]+)\[(?P<indices>\d+(,\d+)*)\]")


class Table:
    """Draws by variable, each of shape (chain, draw, extents ..)."""

    def __init__(self, answer: Mapping[str, Any], body: bytes) -> None:
        self.chains: int = answer["chains"]
        self.draws: int = answer["draws"]
        self.arrays: dict[str, np.ndarray] = {}
        self.statistics: dict[str, np.ndarray] = {}
        columns = [np.dtype("<i4"), np.dtype("<i4")]
        sizes = []
        for variable in answer["variables"]:
            size = int(np.prod(variable["shape"], dtype=int))
            sizes.append(size)
            columns += [np.dtype("<i8" if variable["kind"] == "discrete" else "<f8")] * size
        kinds = answer["statistic_types"]
        columns += [np.dtype({"real": "<f8", "whole": "<i8", "truth": "u1"}[kind]) for kind in kinds]
        parts = [self._batch(body, place["at"], place["rows"], columns) for place in answer["batches"]]
        whole = [np.concatenate(column) for column in zip(*parts)] if parts else [np.empty(0, kind) for kind in columns]
        column = 2
        for variable, size in zip(answer["variables"], sizes):
            stacked = np.stack(whole[column : column + size]) if size else np.empty((0, self.chains * self.draws))
            # Elements come in column-major order.
            shaped = stacked.reshape((*reversed(variable["shape"]), self.chains, self.draws))
            order = (shaped.ndim - 2, shaped.ndim - 1, *range(shaped.ndim - 3, -1, -1))
            array = np.ascontiguousarray(shaped.transpose(order))
            array.flags.writeable = False
            self.arrays[variable["name"]] = array
            column += size
        for name, kind in zip(answer["statistics"], kinds):
            array = whole[column].reshape(self.chains, self.draws)
            self.statistics[name] = array.astype(bool) if kind == "truth" else array
            column += 1

    @staticmethod
    def _batch(body: bytes, at: int, rows: int, columns: list[np.dtype]) -> list[np.ndarray]:
        arrays = []
        for kind in columns:
            if kind.itemsize == 1:
                length = (rows + 7) // 8
                bits = np.frombuffer(body, np.uint8, length, at)
                arrays.append(np.unpackbits(bits, bitorder="little")[:rows])
            else:
                length = rows * kind.itemsize
                arrays.append(np.frombuffer(body, kind, rows, at))
            at += -(-length // 8) * 8
        return arrays


def element(name: str) -> tuple[str, tuple[int, ...]]:
    """The variable and the indices, from 0, that a name such as ``y[3,2]`` stands for; no indices for another name."""
    match = _ELEMENT.fullmatch(name)
    if match is None:
        return name, ()
    return match["name"], tuple(int(index) - 1 for index in match["indices"].split(","))


def place(indices: tuple[int, ...]) -> Any:
    """What selects an element of every chain and draw."""
    return (..., *indices)
