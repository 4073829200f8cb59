package webhook

import (
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// serve starts the handler at its name in the world, on the port that clients use.
func serve(t *testing.T, name string) {
	listener, err := net.Listen("tcp", ":443")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	certificate := filepath.Join(os.Getenv("NETBOX_CERTS"), name)
	go http.ServeTLS(listener, Handler(), certificate+".crt", certificate+".key")
}

func TestServesItsOwnName(t *testing.T) {
	serve(t, "app.shop.example")
	accepted, err := Send("https://app.shop.example/events", `{"order":1}`)
	if err != nil || !accepted {
		t.Error("the event was not accepted", err)
	}
}

func TestRefusesAnExpiredCertificate(t *testing.T) {
	_, err := Send("https://www.shop.example/events", `{"order":2}`)
	var invalid x509.CertificateInvalidError
	if !errors.As(err, &invalid) || invalid.Reason != x509.Expired {
		t.Error("expected an expired certificate, got", err)
	}
}
