#!/bin/bash
# Runs Prometheus and its blackbox exporter, sets each given scenario, and prints the alerts that fire.
cd "$(dirname "$0")" || exit
data=$(mktemp -d)
trap 'kill $(jobs -p); rm -rf "$data"' EXIT
prometheus-blackbox-exporter --config.file=blackbox.yml --web.listen-address=127.0.0.1:9115 2>"$data/exporter.log" &
prometheus --config.file=prometheus.yml --storage.tsdb.path="$data" --web.listen-address=127.0.0.1:9090 2>"$data/prometheus.log" &

ask() { promtool query instant http://127.0.0.1:9090 "$1" 2>/dev/null; }

for scenario in "$@"; do
  curl --silent --fail --output /dev/null --request PUT --data "{\"scenario\":\"$scenario\"}" \
    --header "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL_URL/scenario" || exit
  # Waits until the second probes after the change have ended, because the rules are evaluated after the first ones.
  changed=$(date +%s)
  until [ -n "$(ask "min(timestamp(probe_success)) > $changed + 6")" ]; do sleep 0.2; done
  echo "$scenario:"
  ask 'ALERTS{alertstate="firing"}' | sed -n 's/.*alertname="\([^"]*\)".*instance="\([^"]*\)".*/  \1 \2/p' | sort
done
