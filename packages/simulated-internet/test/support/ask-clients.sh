#!/usr/bin/env bash
# Queries names ($2…) with Debian's clients, and prints the output of each. If $1 is 'ciphers', it also runs sslscan and testssl, which take
# a few seconds. If $1 is 'lossy', the network loses packets by count.
set -uo pipefail
PATH=$PATH:/usr/sbin
export RES_OPTIONS='timeout:1 attempts:8' LC_ALL=C
ciphers=$1
shift
# nmap tries each port twice. In a lossy network it must not try ten ports at once: then both tries of a port would have the same place in
# the count, and both would be lost.
pace=()
if [ "$ciphers" = lossy ]; then pace=(--max-parallelism 1); fi
folder=$(mktemp -d)

ask() {
  local name=$1
  cd "$folder" || exit 1
  timeout 6 openssl s_client -4 -connect "$name:443" -servername "$name" </dev/null >"$name tls" 2>&1
  openssl x509 -noout -dates -issuer -ext subjectAltName <"$name tls" >"$name certificate" 2>&1
  if [ "$ciphers" = ciphers ] && grep -q 'BEGIN CERTIFICATE' "$name tls"; then
    sslscan --no-colour --ipv4 --no-heartbleed --no-fallback --no-renegotiation --no-groups --connect-timeout=2 --xml=- "$name" >"$name ciphers" 2>&1
  fi
  if [ "$ciphers" = ciphers ] && [ "$name" = www.shop.example ]; then
    timeout 300 testssl --quiet --color 0 --warnings off --ip one --protocols "$name:443" >"$name testssl" 2>&1
  fi
  # An address that no policy names: it needs all lookups of the policy.
  spfquery --scope mfrom --identity "ana@$name" --ip-address 10.0.0.1 >"$name spf" 2>&1
  curl -4 -sk --max-time 6 -D- -o /dev/null "https://$name/" >"$name headers" 2>&1
  curl -4 -s --max-time 6 -o /dev/null -w '%{http_code} %{redirect_url}' "http://$name/cart?a=1" >"$name redirect" 2>&1
  # By address, because if names fail, the registries' names fail too.
  whois -h 192.0.2.53 "$name" >"$name whois" 2>&1
  # The address that the tools use: the first.
  address=$(dig +short +tries=8 +time=1 +cd "$name" A | grep '^[0-9]' | head -1)
  curl -4 -sk --max-time 6 --resolve rdap.arin.net:443:192.0.2.53 "https://rdap.arin.net/registry/ip/$address" >"$name rdap" 2>&1
  nmap -n -sT -Pn "${pace[@]}" -oG - -p 21,22,53,80,110,143,443,993,8080,50000 "$name" >"$name ports" 2>&1
  ping -4 -n -c 10 -i 0.01 -W 1 "$name" >"$name ping" 2>&1
}

# Only six at once, because the timeouts of these programs assume an idle machine.
while [ $# -gt 0 ]; do
  for name in "${@:1:6}"; do ask "$name" & done
  wait
  shift $(($# < 6 ? $# : 6))
done
cd "$folder" || exit 1
for file in *; do
  printf '@@ %s\n' "$file"
  cat "$file"
  echo
done
rm -r "$folder"
