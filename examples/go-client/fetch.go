// Package fetch reads a page over HTTPS and tries again after a failure.
package fetch

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

// Page returns the page at an address. It tries three times and gives up after three seconds each.
func Page(address string) (string, error) {
	client := &http.Client{Timeout: 3 * time.Second}
	var last error
	for try := 0; try < 3; try++ {
		answer, err := client.Get(address)
		if err != nil {
			last = err
			continue
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusOK {
			return string(text), nil
		}
		last = fmt.Errorf("%s answered %s: %v", address, answer.Status, err)
	}
	return "", last
}
