import { expect, test } from "vitest";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { signUp } from "#tests/support/factories/account-factories";

// Simulates a deployment behind TLS. Settings are read on the first request.
process.env.BASE_URL = "https://forms.example.com";

test("cookies are Secure and host-bound behind TLS", async () => {
  const { jar, answer } = await signUp();
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-session=[^;]{50,}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    ),
    expect.stringMatching(
      /^__Host-device=\w{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  expect((await callAccount("GET", "/api/account", { jar })).status).toBe(200);
  const ended = await callAccount("POST", "/api/account/sign-out", { jar });
  expect(ended.headers.getSetCookie()).toEqual([
    "__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  ]);
});

test("the cookie name for plain HTTP is ignored behind TLS", async () => {
  const { jar } = await signUp();
  const cookie = jar.cookie?.replace("__Host-", "");
  errorOf(await callAccount("GET", "/api/account", { headers: { cookie } }), "session_required");
});

test("rejects state-changing requests from any other origin", async () => {
  const origins = [
    "http://forms.example.com",
    "https://forms.example.com:8443",
    "https://example.com",
  ];
  for (const origin of [...origins, "https://evil-forms.example.com"])
    errorOf(
      await callAccount("POST", "/api/account/sign-out", { headers: { origin } }),
      "csrf_rejected",
    );
});

test("the API accepts only its own hostname, with or without the port", async () => {
  for (const host of ["forms.example.com", "Forms.Example.com", "forms.example.com:443"])
    errorOf(await callApi("GET", "/v1/token", { headers: { host } }), "token_missing");
  const foreign = [
    "localhost",
    "127.0.0.1",
    "forms.example.com:8443",
    "forms.example.com.evil.net",
  ];
  for (const host of [...foreign, "evil.net@forms.example.com", "forms.example.com/"])
    errorOf(await callApi("GET", "/v1/token", { headers: { host } }), "wrong_api_origin");
});
