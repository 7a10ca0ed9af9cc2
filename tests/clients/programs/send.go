package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
)

func main() {
	variant, address := os.Args[1], os.Args[2]
	name, message := os.Getenv("NAME"), os.Getenv("MESSAGE")
	var response *http.Response
	var err error
	if variant == "json" {
		body, _ := json.Marshal(map[string]string{"name": name, "message": message})
		response, err = http.Post(address, "application/json", bytes.NewReader(body))
	} else {
		response, err = http.PostForm(address, url.Values{"name": {name}, "message": {message}})
	}
	if err != nil {
		panic(err)
	}
	if response.StatusCode >= 400 {
		panic(response.Status)
	}
}
