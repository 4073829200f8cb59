# Writes the clients of tls-clients.sh into a folder: build-tls-clients.sh FOLDER
set -e
cd "$1"
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
go build -o get main.go
javac Get.java
