#!/bin/sh
# Starts BIND as a secondary of shop.example, changes the zone at its primary, and asks BIND.
set -eu
PATH="$PATH:/usr/sbin" # named is there on Debian
folder=$(mktemp -d)
trap 'kill ${named:-}; rm -r "$folder"' EXIT

cat > "$folder/named.conf" <<CONFIGURATION
options {
  directory "$folder";
  listen-on { 192.0.2.2; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
};
controls { };
zone "shop.example" { type secondary; file "copy"; primaries { 192.0.2.54; }; };
CONFIGURATION
named -g -c "$folder/named.conf" 2> "$folder/log" &
named=$!

wait_for() {
  until dig @192.0.2.2 shop.example SOA +short +time=1 +tries=1 | grep -q "hostmaster.shop.example. $1 "; do sleep 0.1; done
  echo "BIND has serial $1"
}
wait_for 1
printf 'update add new.shop.example 60 A 192.0.2.9\nsend\n' |
  nsupdate -y hmac-sha256:deploy:c2VjcmV0IG9mIGEgdGVzdCB6b25l
wait_for 2
dig @192.0.2.2 new.shop.example A +short
