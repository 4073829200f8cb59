"""Asks the known internet as the tests of dnspython and of is-online ask the real one. Prints one line for each answer."""

import dns.message
import dns.name
import dns.query
import dns.resolver
import dns.reversename

for server in ["8.8.8.8", "1.1.1.1", "9.9.9.9", "2001:4860:4860::8888"]:
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [server]
    answer = resolver.resolve("dns.google.", "A")
    print(server, sorted(str(address) for address in answer))
    for ask in (dns.query.udp, dns.query.tcp):
        query = dns.message.make_query("dns.google.", "A", want_dnssec=True)
        print(server, ask.__name__, len(ask(query, server, timeout=10).answer) > 0)

resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ["8.8.8.8"]
print("name", resolver.resolve_address("8.8.8.8")[0])
print("zone", dns.resolver.zone_for_name("www.dnspython.org.", resolver=resolver))
try:
    resolver.resolve("dnssec-failed.org.", "A")
except dns.resolver.NoNameservers as error:
    print("bogus", "SERVFAIL" in str(error))

# Operators answer with the address of the client: public-ip, which is-online uses, asks them.
for server, name, kind in [
    ("208.67.222.222", "myip.opendns.com.", "A"),
    ("2620:0:ccc::2", "myip.opendns.com.", "AAAA"),
    ("216.239.32.10", "o-o.myaddr.l.google.com.", "TXT"),
    ("2001:4860:4802:32::a", "o-o.myaddr.l.google.com.", "TXT"),
]:
    answer = dns.query.udp(dns.message.make_query(name, kind), server, timeout=10).answer
    print("client", answer[0][0].to_text())
