package mailcheck

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// order sets the scenario of the internet around this test.
func order(t *testing.T, scenario string) {
	body := strings.NewReader(fmt.Sprintf(`{"scenario":%q}`, scenario))
	request, _ := http.NewRequest("PUT", os.Getenv("NETBOX_CONTROL_URL")+"/scenario", body)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("NETBOX_CONTROL_TOKEN"))
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode != 200 {
		t.Fatal("the scenario was not set", err)
	}
	response.Body.Close()
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		scenario, domain string
		state            State
		first            string
	}{
		{"healthy", "shop.example", Deliverable, "mx1.shop.example"},
		{"healthy", "shop.invalid", NoDomain, ""},
		{"dnssec-bogus", "shop.example", TryLater, ""},
	} {
		order(t, test.scenario)
		state, servers := Check(test.domain)
		if state != test.state || test.first != "" && servers[0] != test.first {
			t.Errorf("%s in %s: %s %v", test.domain, test.scenario, state, servers)
		}
	}
}
