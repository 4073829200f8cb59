# connect-clients.sh HOST FOLDER: prints for each client whether it reached the host and the milliseconds that it needed. Each client gives an address eight seconds,
# so that a busy machine is not mistaken for a silent address. All run at once.
# The client in Go is built in the folder once.
measure() {
  name=$1 start=$(date +%s%3N)
  shift
  "$@" >/dev/null 2>&1 && outcome=reached || outcome=failed
  echo "$name $outcome $(($(date +%s%3N) - start))"
}
cd "$2"
cat > main.go <<'GO'
package main

import (
	"net"
	"os"
	"time"
)

func main() {
	if _, err := net.DialTimeout("tcp", os.Args[1]+":443", 16*time.Second); err != nil {
		os.Exit(1)
	}
}
GO
[ -x dial ] || go build -o dial main.go
measure curl curl -sS --max-time 16 "https://$1/" &
measure go ./dial "$1" &
measure node node -e 'fetch(`https://${process.argv[1]}/`).then(() => process.exit(0), () => process.exit(1))' "$1" &
measure python3 python3 -c 'import socket, sys; socket.create_connection((sys.argv[1], 443), timeout=8)' "$1" &
wait
