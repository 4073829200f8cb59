#!/bin/sh
# Opens a page in a new Chromium that asks dns.google over HTTPS only, and prints the DNS queries for its name.
set -eu
browser=$(mktemp -d)
trap 'rm -r "$browser"' EXIT

echo '{"dns_over_https":{"mode":"secure","templates":"https://dns.google/dns-query"}}' > "$browser/Local State"

# Chromium trusts the authorities of this database. The world's authority is the last one of the bundle.
database=sql:$browser/.pki/nssdb
mkdir -p "$browser/.pki/nssdb"
certutil -d "$database" -N --empty-password
awk '/BEGIN/ { pem = "" } { pem = pem $0 "\n" } END { printf "%s", pem }' "$SSL_CERT_FILE" > "$browser/authority.pem"
certutil -d "$database" -A -n netbox -t C,, -i "$browser/authority.pem"

# The pages of a world can't harm, so root may open them without a sandbox.
HOME=$browser chromium --headless --no-sandbox --user-data-dir="$browser" --dump-dom "https://$1/" 2> "$browser/log" || true
grep -o 'net::ERR_.*' "$browser/log" || true

curl -sf -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL_URL/requests" |
  grep -oE '"port":[0-9]+,"question":"'"$1"' A"' | sort -u
