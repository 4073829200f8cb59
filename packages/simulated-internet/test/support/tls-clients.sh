# tls-clients.sh FOLDER: prints for each TLS client and port whether it accepts the server: https (443), smtps (465) and starttls (25).
# The folder has the clients that build-tls-clients.sh built.
clients=$1 web=shop.example mail=mx1.shop.example
try() {
  name=$1
  shift
  timeout 20 "$@" >/dev/null 2>&1 </dev/null && echo "$name accepts" || echo "$name refuses"
}
# s_client exits with 0 after an alert that follows its handshake, so the answer is searched for an error, a moment after the handshake.
openssl_on() {
  name=$1 host=$2 output=$1.txt
  shift 2
  timeout 20 openssl s_client "$@" -servername "$host" -verify_hostname "$host" -verify_return_error -ign_eof </dev/null >"$output" 2>&1 &
  while kill -0 $! 2>/dev/null && ! grep -q '^Verif' "$output"; do sleep 0.1; done
  sleep 0.5
  kill $! 2>/dev/null
  wait
  case $(cat "$output") in *error:* | *alert*) echo "$name refuses" ;; *'Verification: OK'*) echo "$name accepts" ;; *) echo "$name refuses" ;; esac
}
cd "$(mktemp -d)"
# The authority of the simulated internet is the last one in the bundle. It is the same in every scenario.
if [ ! -e "$clients/root.pem" ]; then
  awk '/BEGIN CERTIFICATE/ { pem = "" } { pem = pem $0 "\n" } END { printf "%s", pem }' "$SSL_CERT_FILE" > "$clients/root.pem"
  keytool -importcert -noprompt -alias root -file "$clients/root.pem" -keystore "$clients/trust.p12" -storepass changeit >/dev/null 2>&1
fi
# All at once, because most of them wait; the outcomes have the order of the calls.
openssl_on openssl $web -connect $web:443 >1 &
openssl_on smtps $mail -connect $mail:465 >2 &
openssl_on starttls $mail -starttls smtp -connect $mail:25 >3 &
try curl curl -sS "https://$web/" >4 &
try go "$clients/get" $web >5 &
try node node -e 'fetch(`https://${process.argv[1]}/`).then((r) => r.text()).then(() => process.exit(0), () => process.exit(1))' $web >6 &
try python3 python3 -c 'import sys, urllib.request; urllib.request.urlopen(f"https://{sys.argv[1]}/").read()' $web >7 &
try java java -Djavax.net.ssl.trustStore="$clients/trust.p12" -Djavax.net.ssl.trustStorePassword=changeit -cp "$clients" Get $web >8 &
# With an open input, it reports an alert that follows the handshake.
try gnutls sh -c "{ printf 'GET / HTTP/1.1\r\nHost: $web\r\nConnection: close\r\n\r\n'; sleep 1; } | gnutls-cli --x509cafile $clients/root.pem $web" >9 &
wait
cat 1 2 3 4 5 6 7 8 9
