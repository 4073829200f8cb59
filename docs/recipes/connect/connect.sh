#!/bin/sh
# Prints whether a client reaches a host at once, late or never. Replace curl with your client.
start=$(date +%s)
curl --silent --max-time 20 --output /dev/null "https://$1/" || { echo never; exit 1; }
[ $(($(date +%s) - start)) -lt 3 ] && echo 'at once' || echo late
