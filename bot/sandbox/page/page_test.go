package page_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

func read[T any](t testing.TB, address string) T {
	t.Helper()
	var v T
	resp, err := http.Get(address)
	must(t, err)
	defer resp.Body.Close()
	must(t, json.NewDecoder(resp.Body).Decode(&v))
	return v
}
