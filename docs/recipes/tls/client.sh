#!/bin/sh
# Prints whether a client accepts a server. Replace curl with your client.
for host in "$@"; do
  curl --silent --max-time 30 --output /dev/null "https://$host/" && echo "$host: accepted" || echo "$host: refused ($?)"
done
