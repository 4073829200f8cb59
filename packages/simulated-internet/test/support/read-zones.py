"""Reads zones as JSON from the standard input and writes the records that dnspython reads, or null for a zone that it refuses."""
import json
import sys

import dns.exception
import dns.rdatatype
import dns.zone


def name_text(name):
    """Writes a name as netbox does: octets that no name of a host has are escapes of three digits."""
    plain = b"abcdefghijklmnopqrstuvwxyz0123456789_*-"
    labels = ["".join(chr(o) if o in plain else f"\\{o:03}" for o in label) for label in name.canonicalize().labels]
    return ".".join(labels).rstrip(".")


def read(text):
    try:
        zone = dns.zone.from_text(text, "shop.example.", relativize=False)
    except (dns.exception.DNSException, ValueError, KeyError, IndexError):
        return None
    return sorted(
        [name_text(name), ttl, dns.rdatatype.to_text(rdata.rdtype), rdata.to_wire().hex()]
        for name, ttl, rdata in zone.iterate_rdatas()
    )


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
