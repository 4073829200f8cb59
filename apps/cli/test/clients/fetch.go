// A client of a web server. BUG names a planted bug.
package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

const url = "https://www.shop.example/"

var bug = os.Getenv("BUG")

func fail(reason string) {
	fmt.Println(reason)
	os.Exit(1)
}

// Dials the first address only.
func dialFirst(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, _ := net.SplitHostPort(address)
	found, err := net.DefaultResolver.LookupIP(ctx, "ip4", host)
	if err != nil {
		return nil, err
	}
	connection, err := net.DialTimeout("tcp", net.JoinHostPort(found[0].String(), port), 3*time.Second)
	if err != nil {
		fail("The server is down.")
	}
	return connection, nil
}

func client(insecure bool) *http.Client {
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: insecure}}
	if bug == "one-address" {
		transport.DialContext = dialFirst
	}
	timeout := 15 * time.Second
	if bug == "short-timeout" {
		timeout = 2 * time.Second
	}
	return &http.Client{Transport: transport, Timeout: timeout}
}

func main() {
	response, err := client(bug == "insecure").Get(url)
	if err != nil {
		if bug == "short-timeout" && os.IsTimeout(err) {
			fail("The server is down.")
		}
		fmt.Println("Later:", err)
		return
	}
	defer response.Body.Close()
	if bug == "insecure" {
		if _, err := client(false).Get(url); err != nil {
			fail("The page is a stranger's.")
		}
	}
	_, err = io.ReadAll(response.Body)
	if err != nil && bug == "cut" {
		fail("Half a page was stored.")
	}
	if response.StatusCode == http.StatusServiceUnavailable && bug == "status" {
		fail("An error page was stored.")
	}
}
