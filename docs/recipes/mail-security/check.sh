#!/bin/sh
# Prints what a careful sender finds before it delivers to a domain: STARTTLS, the key that DANE pins, and the MTA-STS policy.
domain=$1
server=$(dig +short "$domain" MX | sort -n | sed -n '1s/^[0-9]* \(.*\)\.$/\1/p')
talk() { timeout 10 openssl s_client -starttls smtp -connect "$server:25" "$@" </dev/null 2>&1; }

talk | grep -q 'BEGIN CERTIFICATE' && echo 'STARTTLS: offered' || echo 'STARTTLS: missing'

pin=$(dig +short "_25._tcp.$server" TLSA | sed 's/ //4g')
talk -dane_tlsa_domain "$server" -dane_tlsa_rrdata "$pin" | grep -q 'DANE TLSA .*matched' &&
  echo 'DANE: the key matches' || echo 'DANE: the sender waits'

# A sender without a policy, fetched or in its cache, delivers as if there were none (RFC 8461, section 3.3).
if ! policy=$(curl --silent --max-time 10 "https://mta-sts.$domain/.well-known/mta-sts.txt"); then
  echo 'MTA-STS: no policy can be fetched, so the sender delivers without it'
elif echo "$policy" | tr -d '\r' | grep -qx "mx: $server"; then
  echo 'MTA-STS: the server is listed'
else
  echo 'MTA-STS: the sender waits'
fi
