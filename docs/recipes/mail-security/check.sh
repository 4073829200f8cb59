#!/bin/sh
# Prints what a careful sender finds before it delivers to a domain: STARTTLS, the key that DANE pins, and the MTA-STS policy.
domain=$1
server=$(dig +short "$domain" MX | sort -n | sed -n '1s/^[0-9]* \(.*\)\.$/\1/p')
talk() { timeout 10 openssl s_client -starttls smtp -connect "$server:25" "$@" </dev/null 2>&1; }

talk | grep -q 'BEGIN CERTIFICATE' && echo 'STARTTLS: offered' || echo 'STARTTLS: missing'

pin=$(dig +short "_25._tcp.$server" TLSA | sed 's/ //4g')
talk -dane_tlsa_domain "$server" -dane_tlsa_rrdata "$pin" | grep -q 'DANE TLSA .*matched' &&
  echo 'DANE: the key matches' || echo 'DANE: the sender waits'

curl --silent --max-time 10 "https://mta-sts.$domain/.well-known/mta-sts.txt" | tr -d '\r' | grep -qx "mx: $server" &&
  echo 'MTA-STS: the server is listed' || echo 'MTA-STS: the sender waits'
