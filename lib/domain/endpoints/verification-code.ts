export const VERIFICATION_LANGUAGES = ["node", "python", "php", "go"] as const;
export type VerificationLanguage = (typeof VERIFICATION_LANGUAGES)[number];

/** A receiver to copy: its file name, its command, and its code. */
export type VerificationCode = { file: string; run: string; code: string };

const NODE = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { env } from "node:process";

const secret = Buffer.from(env.WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const seen = new Set(); // Use your database instead.

function isGenuine(headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  // Reject replayed requests.
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) return false;
  const expected = createHmac("sha256", secret)
    .update(id + "." + timestamp + ".")
    .update(body)
    .digest();
  return String(headers["webhook-signature"]).split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // Verify the raw body, before parsing it.
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  if (!seen.has(event.id)) {
    seen.add(event.id);
    console.log(event.type, event.data);
  }
  response.writeHead(204).end();
}).listen(env.PORT ?? 3001);
`;

const PYTHON = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].replace("whsec_", ""))
seen = set()  # Use your database instead.


def is_genuine(headers, body):
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    # Reject replayed requests.
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    digest = hmac.new(secret, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(expected, one.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Verify the raw body, before parsing it.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        if event["id"] not in seen:
            seen.add(event["id"])
            print(event["type"], event["data"], flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", 3001))), Receiver).serve_forever()
`;

const PHP = `<?php
$secret = base64_decode(str_replace("whsec_", "", getenv("WEBHOOK_SECRET")));
$body = file_get_contents("php://input"); // Verify the raw body, before parsing it.
$id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
$timestamp = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";
$signatures = explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "");

// Reject replayed requests.
$isFresh = abs(time() - (int) $timestamp) <= 300;
$digest = hash_hmac("sha256", "$id.$timestamp.$body", $secret, true);
$expected = "v1," . base64_encode($digest);
$matching = array_filter($signatures, fn ($given) => hash_equals($expected, $given));
if (!$isFresh || count($matching) === 0) {
    http_response_code(401);
    exit;
}

$event = json_decode($body, true);
// Process the event here. Deduplicate by $event["id"], since events can be sent more than once.
error_log($event["type"] . " " . json_encode($event["data"]));
http_response_code(204);
`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var secret, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
var seen sync.Map // Use your database instead.

func isGenuine(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	// Reject replayed requests.
	if err != nil || age > 5*time.Minute || age < -5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	// Verify the raw body, before parsing it.
	body, err := io.ReadAll(request.Body)
	if err != nil || !isGenuine(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event struct {
		ID   string          \`json:"id"\`
		Type string          \`json:"type"\`
		Data json.RawMessage \`json:"data"\`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	if _, isRepeat := seen.LoadOrStore(event.ID, true); !isRepeat {
		log.Println(event.Type, string(event.Data))
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "3001"
	}
	log.Fatal(http.ListenAndServe(":"+port, http.HandlerFunc(receive)))
}
`;

/**
 * Sample code of endpoints that pass every check of the guided test (Standard Webhooks 1.0: signature,
 * age, repeats), without dependencies. They serve HTTP, so a proxy in front of them must terminate
 * TLS.
 */
export const VERIFICATION_CODE: Readonly<Record<VerificationLanguage, VerificationCode>> = {
  node: { file: "receiver.mjs", run: "node receiver.mjs", code: NODE },
  python: { file: "receiver.py", run: "python3 receiver.py", code: PYTHON },
  php: { file: "receiver.php", run: "php -S 0.0.0.0:3001 receiver.php", code: PHP },
  go: { file: "receiver.go", run: "go run receiver.go", code: GO },
};
