"""Asks mail libraries about policies and keys: a JSON object {spf: [[ip, domain]], dkim: [name], dmarc: [domain]} as the only argument."""
import json
import os
import re
import subprocess
import sys
import tempfile

import dkim
import dkim.dnsplug
import spf

os.environ['PATH'] += ':/usr/sbin'
cases = json.loads(sys.argv[1])

# Without a nameserver in its configuration, OpenDKIM asks the root servers.
config = tempfile.NamedTemporaryFile('w', suffix='.conf')
with open('/etc/resolv.conf') as file:
    config.write(f"Nameservers {re.search(r'^nameserver (.*)$', file.read(), re.M)[1]}\n")
config.flush()

PERL = '''
use Mail::SPF;
my $server = Mail::SPF::Server->new(max_void_dns_lookups => 2);
while (my $line = <STDIN>) {
  my ($ip, $domain) = split ' ', $line;
  my $request = Mail::SPF::Request->new(versions => [1], scope => 'mfrom', identity => "ana\\@$domain", ip_address => $ip, helo_identity => $domain);
  print $server->process($request)->code, "\\n";
}
'''


def run(command, given=''):
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=120)


def read_key(name):
    """Returns whether dkimpy accepts the key for email."""
    try:
        _, bits, kind, _ = dkim.load_pk_from_dns(name.encode(), dnsfunc=dkim.dnsplug.get_txt)
        return kind == b'ed25519' or bits >= 1024
    except dkim.DKIMException:
        return False
    except Exception as error:  # dkimpy reports some malformed records by errors of Python.
        return False


def test_key(name):
    """Returns whether opendkim-testkey accepts the key."""
    selector, domain = name.split('._domainkey.')
    return run(['opendkim-testkey', '-x', config.name, '-d', domain, '-s', selector]).returncode == 0


def policy_of(domain):
    """Returns the policy that OpenDMARC reads for a domain; null without a record."""
    found = re.search(r'Domain policy: (\w+)', run(['opendmarc-check', domain]).stdout)
    return found and found[1]


lines = ''.join(f'{ip} {domain}\n' for ip, domain in cases['spf'])
print(json.dumps({
    'pyspf': [spf.check2(i=ip, s=f'ana@{domain}', h=domain)[0] for ip, domain in cases['spf']],
    'Mail::SPF': run(['perl', '-e', PERL], lines).stdout.split(),
    'dkimpy': [read_key(name) for name in cases['dkim']],
    'opendkim-testkey': [test_key(name) for name in cases['dkim']],
    'OpenDMARC': [policy_of(domain) for domain in cases['dmarc']],
}))
