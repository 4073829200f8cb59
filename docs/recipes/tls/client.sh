#!/bin/sh
# Prints whether a client accepts a server. Replace curl with your client.
for host in "$@"; do
  curl --silent --max-time 10 --output /dev/null "https://$host/" && echo "$host: accepted" || echo "$host: refused ($?)"
done
