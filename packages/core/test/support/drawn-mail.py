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


def evaluate_spf(case):
    """Returns pyspf's result for a client of a zone: texts, addresses and mail servers by name."""
    import spf

    zone, (ip, sender, domain) = case['zone'], case['client']

    def look_up(name, qtype, strict=True, timeout=None):
        for value in zone.get(qtype, {}).get(name.lower().rstrip('.'), []):
            yield (name, qtype), [value.encode()] if qtype == 'TXT' else (10, value) if qtype == 'MX' else value

    spf.DNSLookup = look_up
    return spf.check2(i=ip, s=f'{sender}@{domain}', h=domain)[0]


def read_results(value):
    """Returns the results in an Authentication-Results field as authres reads them; null for one that it refuses."""
    import authres

    try:
        field = authres.AuthenticationResultsHeader.parse_value(value)
    except authres.core.AuthResError:
        return None
    return [[one.method.lower(), one.version and int(one.version), one.result.lower(),
             sorted({f'{p.type}.{p.name}'.lower(): p.value for p in reversed(one.properties)}.items())] for one in field.results]


READERS = {'tags': read_tags, 'spf': evaluate_spf, 'results': read_results}
print(json.dumps({kind: [READERS[kind](one) for one in cases] for kind, cases in given.items()}))
