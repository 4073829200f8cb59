# Prints for each TLS client and port whether it accepts the server: https (443), smtps (465) and starttls (25).
web=shop.example mail=mx1.shop.example
try() {
  name=$1
  shift
  timeout 20 "$@" >/dev/null 2>&1 </dev/null && echo "$name accepts" || echo "$name refuses"
}
# s_client exits with 0 after an alert that follows its handshake, so the answer is searched for an error.
openssl_on() {
  name=$1 host=$2
  shift 2
  output=$(timeout 20 openssl s_client "$@" -servername "$host" -verify_hostname "$host" -verify_return_error -ign_eof </dev/null 2>&1 &
    sleep 1.5; kill $! 2>/dev/null; wait)
  case $output in *error:* | *alert*) echo "$name refuses" ;; *'Verification: OK'*) echo "$name accepts" ;; *) echo "$name refuses" ;; esac
}
cd "$(mktemp -d)"
cat > main.go <<'GO'
package main

import (
	"io"
	"net/http"
	"os"
)

func main() {
	response, err := http.Get("https://" + os.Args[1] + "/")
	if err != nil {
		os.Exit(1)
	}
	if _, err = io.ReadAll(response.Body); err != nil {
		os.Exit(1)
	}
}
GO
cat > Get.java <<'JAVA'
public class Get {
  public static void main(String[] names) throws Exception {
    new java.net.URL("https://" + names[0] + "/").openStream().readAllBytes();
  }
}
JAVA
# The authority of the simulated internet is the last one in the bundle.
awk '/BEGIN CERTIFICATE/ { pem = "" } { pem = pem $0 "\n" } END { printf "%s", pem }' "$SSL_CERT_FILE" > root.pem
keytool -importcert -noprompt -alias root -file root.pem -keystore trust.p12 -storepass changeit >/dev/null 2>&1
go build -o get main.go
openssl_on openssl $web -connect $web:443
openssl_on smtps $mail -connect $mail:465
openssl_on starttls $mail -starttls smtp -connect $mail:25
try curl curl -sS "https://$web/"
try go ./get $web
try node node -e 'fetch(`https://${process.argv[1]}/`).then((r) => r.text()).then(() => process.exit(0), () => process.exit(1))' $web
try python3 python3 -c 'import sys, urllib.request; urllib.request.urlopen(f"https://{sys.argv[1]}/").read()' $web
try java java -Djavax.net.ssl.trustStore=trust.p12 -Djavax.net.ssl.trustStorePassword=changeit Get.java $web
