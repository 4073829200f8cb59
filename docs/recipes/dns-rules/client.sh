#!/bin/sh
# Looks up a name under some rules for DNS queries, with dig and with the tool of netbox.
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

while IFS='|' read -r match effect; do
  echo "$match → $effect"
  printf 'faults:\n  - { match: { %s }, do: %s }\n' "$match" "$effect" > "$folder/world.yaml"
  netbox serve --seed k3f9 --scenario healthy --world "$folder/world.yaml" --quiet -- dig +tries=2 +time=2 "$1" A |
    sed -n 's/.*status: \([A-Z]*\).*/  dig: \1/p; s/.*no servers could be reached.*/  dig: no answer/p'
  netbox a-record "$1" --seed k3f9 --scenario healthy --world "$folder/world.yaml" --quiet |
    sed -n 's/^●.*  \(.*\.\)$/  a-record: \1/p'
done <<'RULES'
type: A|{ rcode: servfail }
server: 1|{ rcode: servfail }
server: resolver, nth: 1|drop
server: resolver|drop
server: 2|lame
transport: udp|truncate
RULES
