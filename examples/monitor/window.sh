#!/bin/bash
# Runs Prometheus and its blackbox exporter, sets the clock of the world to each given time, and prints the alerts that fire then.
set -eu
cd "$(dirname "$0")"
data=$(mktemp -d)
trap 'kill $(jobs -p); rm -rf "$data"' EXIT
prometheus-blackbox-exporter --config.file=blackbox.yml --web.listen-address=127.0.0.1:9115 2>"$data/exporter.log" &
prometheus --config.file=prometheus.yml --storage.tsdb.path="$data" --web.listen-address=127.0.0.1:9090 2>"$data/prometheus.log" &

ask() { promtool query instant http://127.0.0.1:9090 "$1" 2>"$data/promtool.log"; }

for time in "$@"; do
  curl --silent --fail --output /dev/null --request PUT --data "{\"at\":\"2026-01-01T$time:00Z\"}" \
    --header "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL_URL/clock"
  # Waits for the second probes after the change, because the rules see the first ones a second later.
  changed=$(date +%s)
  until [ -n "$(ask "min(timestamp(probe_success)) > $changed + 4" || true)" ]; do sleep 0.2; done
  echo "$time $(ask 'ALERTS{alertstate="firing"}' | sed -n 's/.*alertname="\([^"]*\)".*instance="\([^"]*\)".*/\1 \2/p' | sort | paste -sd ' ')" | sed 's/ $//'
done
