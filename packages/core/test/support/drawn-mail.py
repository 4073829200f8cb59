"""Reads drawn texts with mail libraries: a JSON object of lists by library on standard input, their readings in the same form on standard output."""
import json
import sys

given = json.load(sys.stdin)


def read_tags(text):
    """Returns whether dkimpy reads a tag list."""
    from dkim.util import InvalidTagValueList, parse_tag_value

    try:
        parse_tag_value(text.encode())
        return True
    except InvalidTagValueList:
        return False


READERS = {'tags': read_tags}
print(json.dumps({kind: [READERS[kind](one) for one in cases] for kind, cases in given.items()}))
