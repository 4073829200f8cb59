# Gets a certificate with Caddy, and asks its authority when to renew it: today, and in sixty days.
set -e
XDG_DATA_HOME=$(mktemp -d)
export XDG_DATA_HOME
caddy run --config docs/recipes/renewal/Caddyfile 2>"$XDG_DATA_HOME/log" &
trap 'kill $!; wait; rm -r "$XDG_DATA_HOME"' EXIT
until curl -sf https://www.shop.example/; do
  # Caddy would wait a minute.
  if grep 'will retry' "$XDG_DATA_HOME/log"; then exit 1; fi
  sleep 0.1
done

control() {
  path=$1
  shift
  curl -sf -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$@" "$NETBOX_CONTROL_URL$path"
}
url=$(control /certificates | grep -o 'https://[^"]*/renewal-info/[^"]*' | tail -n 1)

tell() {
  start=$(curl -sf "$url" | sed 's/.*"start":"\([^"]*\)".*/\1/')
  days=$((($(date -d "$start" +%s) - $(date +%s) + 86399) / 86400))
  if [ "$days" -gt 0 ]; then echo "$1: renew in $days days"; else echo "$1: renew now"; fi
}
tell today
later=$(date -u -d '60 days' +%Y-%m-%dT%H:%M:%SZ)
control /clock -X PUT -d "{\"startAt\":\"$later\"}" >/dev/null
tell "60 days later"
