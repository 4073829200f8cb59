#!/usr/bin/env bash
# Runs unbound inside the namespace with the world's root servers and trust anchor, and compares its answers with the answers of the resolver.
# The questions are in the given file, or at the end of this file.
set -eu
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
chmod 755 "$folder"
for server in $(dig +short . NS); do
  echo ". 3600000 NS $server"
  dig +noall +answer "$server" A "$server" AAAA
done > "$folder/hints"
dig +noall +answer . DNSKEY > "$folder/anchor"
{
  cat <<CONFIGURATION
server:
  directory: "$folder"
  chroot: ""
  username: ""
  pidfile: ""
  interface: 127.0.0.1@5300
  root-hints: "$folder/hints"
  trust-anchor-file: "$folder/anchor"
  do-not-query-localhost: no
  unknown-server-time-limit: 3000 # milliseconds; on a busy machine, the default is too short
  infra-keep-probing: yes # a server of a busy machine may be slow once, which is no reason to give it up
  val-max-restart: 1 # unbound asks again for answers with wrong signatures
  use-syslog: no
  do-daemonize: no
CONFIGURATION
  # Zones that resolvers otherwise answer themselves (RFC 6303), but that the world has.
  for zone in test invalid 2.0.192.in-addr.arpa 100.51.198.in-addr.arpa 113.0.203.in-addr.arpa 8.b.d.0.1.0.0.2.ip6.arpa; do
    echo "  local-zone: \"$zone.\" nodefault"
  done
  printf 'remote-control:\n  control-enable: no\n'
} > "$folder/unbound.conf"
unbound -d -c "$folder/unbound.conf" > "$folder/log" 2>&1 &
resolver=$!
until dig +short +tries=1 +time=1 @127.0.0.1 -p 5300 . SOA | grep -q hostmaster; do sleep 0.1; done

# The code, the flags and the records of an answer.
answer() {
  dig +dnssec +noall +comments +answer "$@" |
    sed -nE 's/.*status: ([A-Z]+).*/\1/p; s/^;; flags: ([a-z ]*);.*/\1/p; /^[^;]/s/[[:space:]]+[0-9]+[[:space:]]+IN[[:space:]]+/ /p' |
    grep -v RRSIG | sort | tr '\n' '|'
}
compare() {
  while read -r -a question; do
    mine=$(answer @192.0.2.53 +time=60 +tries=1 "${question[@]}")
    theirs=$(answer @127.0.0.1 -p 5300 +time=40 +tries=3 "${question[@]}")
    if [ "$mine" = "$theirs" ]; then echo "same ${question[*]}"; else echo "differs ${question[*]}: unbound $theirs netbox $mine"; fi
  done
}
if [ $# -gt 0 ]; then compare < "$1"; else
  compare <<QUESTIONS
mail.example MX
mail.example AAAA
mail.example DS
mail.example DNSKEY
mail.example TYPE65
mail.example NSEC
\000.mail.example A
\000.nope.mail.example A
www.mail.example A
www.mail.example CNAME
shop.example A
shop.example TXT
www.shop.example A
foo.test TXT
bar.co.uk NS
co.uk SOA
uk NS
nope.nope.mail.example A
a.b.c.d.shop7.example MX
missing.invalid A
_dmarc.shop5.example TXT
_tcp.shop5.example TXT
_submission._tcp.mail.example SRV
2.0.0.127.open-spam-register.example A
2.0.0.127.open-spam-register.example TXT
127.0.0.2.open-spam-register.example A
-x 198.51.100.25
-x 203.0.113.7
-x 198.18.7.101
-x 2001:db8:7::64
2.0.192.in-addr.arpa NS
in-addr.arpa SOA
example DNSKEY
. NS
shop1.example SOA
shop2.example SOA
shop3.co.uk SOA
shop4.example CAA
shop5.test A
QUESTIONS
fi
kill "$resolver"
rm -r "$folder"
