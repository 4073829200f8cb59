#!/bin/sh
# Prints 'green', or 'red' with the problem, and then exits with 1. Checks from outside, like a monitoring system.
if ! timeout 10 openssl s_client -starttls smtp -connect mx1.shop.example:25 </dev/null >/dev/null 2>&1; then
  echo 'red: mx1.shop.example takes no mail'
elif ! curl --silent --fail --max-time 10 --output /dev/null https://www.shop.example/; then
  echo 'red: https://www.shop.example/ fails'
else
  echo green
  exit
fi
exit 1
