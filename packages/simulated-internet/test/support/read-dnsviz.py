"""Runs `dnsviz grok` on the standard input and writes a line for each of its errors and warnings: the zone, `dnsviz`, the kind, the code."""
import json
import sys
import types

import pygraphviz

# Debian's dnsviz looks for the version of an older pygraphviz.
pygraphviz.release = types.SimpleNamespace(version=pygraphviz.__version__)
from dnsviz.commands import grok


def entries(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("errors", "warnings"):
                yield from ((key, entry["code"]) for entry in inner)
            else:
                yield from entries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from entries(inner)


zone, path, *options = sys.argv[1:]
grok.main(["grok", "-o", path, *options])
with open(path) as output:
    text = output.read()
for kind, code in sorted(set(entries(json.loads(text or "{}")))):
    print(zone, "dnsviz", kind, code)
