// Package webhook serves webhooks over HTTPS, and calls webhooks of others.
package webhook

import (
	"net/http"
	"strings"
)

// Handler accepts events at /events.
func Handler() http.Handler {
	handler := http.NewServeMux()
	handler.HandleFunc("/events", func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		response.WriteHeader(http.StatusAccepted)
	})
	return handler
}

// Send calls a webhook, and returns whether its server accepted the event.
func Send(url, event string) (bool, error) {
	response, err := http.Post(url, "application/json", strings.NewReader(event))
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusAccepted, nil
}
