#!/usr/bin/env bash
# Runs zonemaster and dnsviz inside the namespace on each zone, and prints a line for each finding: zone, program, severity or kind, name.
set -eu
PATH=$PATH:/usr/sbin
here=$(dirname "$0")
folder=$(mktemp -d)
dig +noall +answer . DNSKEY > "$folder/anchor"
for zone in "$@"; do
  zonemaster-cli --level NOTICE --raw --no-progress --no-time "$zone" |
    sed -nE "s/^ *[0-9.]+ +([A-Z]+) +([A-Z0-9_]+).*/$zone zonemaster \1 \2/p" | sort -u
  dnsviz probe -4 -A -a . -x .+:a.root-servers.net=198.41.0.4 "$zone" > "$folder/probe" 2> "$folder/log" || cat "$folder/log"
  /usr/bin/python3 "$here/read-dnsviz.py" "$zone" "$folder/grok" -t "$folder/anchor" -l warning < "$folder/probe"
  echo "$zone judged"
done
rm -r "$folder"
