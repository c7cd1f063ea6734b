"""Writes a run's draws and times in the form that all peers use."""

import json
import pathlib
import resource

import numpy


def clock():
    """Processor time of this process and its children."""
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        total += usage.ru_utime + usage.ru_stime
    return total


def elements(name, shape):
    """Names of a variable's elements, in the order of numpy's ravel."""
    if len(shape) == 0:
        return [name]
    return [f"{name}[{','.join(str(i + 1) for i in index)}]" for index in numpy.ndindex(*shape)]


def write(folder, draws, **times):
    """draws: variable -> array of chain, draw, shape."""
    folder = pathlib.Path(folder)
    names, blocks = [], []
    for name, values in draws.items():
        values = numpy.asarray(values)
        chains, count = values.shape[:2]
        names += elements(name, values.shape[2:])
        blocks.append(values.reshape(chains, count, -1).transpose(0, 2, 1).astype("<f8"))
    together = numpy.ascontiguousarray(numpy.concatenate(blocks, axis=1))
    together.tofile(folder / "draws.bin")
    report = {"names": names, "chains": together.shape[0], "draws": together.shape[2], **times}
    (folder / "run.json").write_text(json.dumps(report))
