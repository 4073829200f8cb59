package fetch

import (
	"strings"
	"testing"
)

func TestReadsThePageOfTheShop(t *testing.T) {
	page, err := Page("https://www.shop.example/")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page, "www.shop.example") {
		t.Fatalf("another page: %s", page)
	}
}
