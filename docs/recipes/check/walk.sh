#!/bin/sh
# Sets the clock of the simulated internet to each given time, and then runs the check.
for time in "$@"; do
  curl --silent --fail --output /dev/null --request PUT --data "{\"at\":\"2026-01-01T$time:00Z\"}" \
    --header "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL_URL/clock" || exit
  echo "$time $(sh docs/recipes/check/check.sh)"
done
