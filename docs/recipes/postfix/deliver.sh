#!/bin/sh
# Runs its own postfix and sends a message to each given address. Prints postfix's log of each delivery, then retries deferred mail six
# minutes later.
set -eu
folder=$(mktemp -d)
chmod 755 "$folder"
export MAIL_CONFIG="$folder/etc"
trap 'postfix stop 2>/dev/null; rm -r "$folder"' EXIT
mkdir "$folder/etc" "$folder/spool" "$folder/data"
chown postfix "$folder/data"
# Without a chroot, the programs read the resolv.conf of the namespace. SMTP input is off. postlogd writes the log to a file.
sed -E 's/^([^#].* )y( .*)/\1n\2/; /^smtp .*inet/d' /usr/share/postfix/master.cf.dist > "$folder/etc/master.cf"
cat > "$folder/etc/main.cf" <<CONFIGURATION
compatibility_level = 3.6
myhostname = client.example
mydestination =
inet_interfaces = loopback-only
queue_directory = $folder/spool
data_directory = $folder/data
maillog_file = $folder/data/log
maillog_file_prefixes = $folder
alias_maps =
smtp_connect_timeout = 5s
smtp_tls_security_level = verify
smtp_tls_CAfile = $SSL_CERT_FILE
CONFIGURATION
postfix start

# Waits until postfix has tried $1 deliveries, and prints the results from number $2 on.
report() {
  until [ "$(grep -c ' status=' "$folder/data/log")" -ge "$1" ]; do sleep 0.2; done
  sed -nE 's/.* to=<([^>]*)>, relay=([^,[]*).* status=([a-z]+).*/\1: \3 by \2/p' "$folder/data/log" | tail -n "+$2"
}

for address in "$@"; do
  printf 'From: ben@client.example\nTo: %s\nSubject: Order\n\nThank you.\n' "$address" | sendmail -f ben@client.example "$address"
  tried=$((${tried:-0} + 1))
  report "$tried" "$tried"
done

if grep -q 'status=deferred' "$folder/data/log"; then
  echo 'Six minutes later:'
  curl -sf -o "$folder/clock" -X PUT -d "{\"at\":\"$(date -u -d '+6 minutes' +%FT%TZ)\"}" \
    -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL_URL/clock"
  postqueue -f
  report $((tried + 1)) $((tried + 1))
fi
