// Package mailcheck finds the mail servers of a domain.
package mailcheck

import (
	"errors"
	"net"
	"strings"
)

// State says whether a sender can deliver mail to a domain.
type State string

const (
	Deliverable State = "deliverable"
	NoDomain    State = "no such domain"
	TryLater    State = "try later"
)

// Check returns the mail servers of a domain, the preferred one first.
func Check(domain string) (State, []string) {
	records, err := net.LookupMX(domain)
	var failure *net.DNSError
	if errors.As(err, &failure) {
		if failure.IsNotFound {
			return NoDomain, nil
		}
		return TryLater, nil
	}
	var servers []string
	for _, record := range records {
		servers = append(servers, strings.TrimSuffix(record.Host, "."))
	}
	return Deliverable, servers
}
