import { expect, test } from "vitest";
import { isShareable } from "#lib/domain/templates/shareable-url";

test.each([
  "https://www.example.com/hooks/forms",
  "https://api.example.com/v1/form-messages",
  "https://example.com/",
  "https://forms2.example.co.uk/webhook.php",
])("%s is passed on: people named all of it", (url) => {
  expect(isShareable(url)).toBe(true);
});

test.each([
  "https://www.example.com/hooks?key=abc",
  "https://www.example.com/hooks/8f3kQz71LmXw0pVt",
  "https://www.example.com/hooks/0192f1c2-7b5e-7c3a-9d7e-1f2a3b4c5d6e",
  "https://www.example.com/in/abc12de",
  "https://www.example.com/in/QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
  "https://hooks.zapier.com/hooks/catch/12345/qwertyu/",
  "https://hook.eu1.make.com/qwertyuiop",
  "https://eoabcdefghijklm.m.pipedream.net/",
  "https://acme.app.n8n.cloud/webhook/contact",
  "https://x7f3kq9zt1lmxw0pvt.example.com/in",
  "https://hooks.slack.com/services/T/B/x",
  "http://n8n:5678/webhook/contact",
  "https://user:secret@example.com/hooks",
  "https://10.0.0.5/hooks",
  "",
  "not a URL",
])("%s isn't passed on: it could be a secret, or means nothing elsewhere", (url) => {
  expect(isShareable(url)).toBe(false);
});
