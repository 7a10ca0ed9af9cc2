import { NextRequest } from "next/server";
import { beforeEach, expect, test, vi } from "vitest";
import { log } from "#lib/core/telemetry/log";
import { explainAddress, findOtherPort } from "#lib/entry/http/own-address";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { changeSettings } from "#tests/support/setup/change-settings";
import { proxy } from "../../proxy";

const BASE_URL = "https://forms.example.com";
const OTHERS = ["192.0.2.7:8080", "forms.example.org", "[2001:db8::7]", "127.0.0.1:3000"];

beforeEach(() => changeSettings({ baseUrl: BASE_URL }));

type Sent = Record<string, string>;

async function send(method: string, path: string, headers: Sent) {
  const request = new NextRequest(new URL(path, BASE_URL), { method, headers });
  const response = await proxy(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
const SCRIPT = { "next-action": "0".repeat(42), accept: "text/x-component" };

test.each(OTHERS)(
  "under %s, pages, forms, and scripts get 403 with both addresses",
  async (host) => {
    const origin = `https://${host}`;
    for (const [method, path, headers] of [
      ["GET", "/", {}],
      ["GET", "/sign-up", { accept: "text/html" }],
      ["POST", "/sign-up", { ...FORM, origin }],
      ["POST", "/sign-up", { ...SCRIPT, origin }],
      // A proxy that doesn't pass on the Host header.
      ["POST", "/sign-in", { ...FORM, origin: BASE_URL }],
      ["POST", "/sign-in", { ...SCRIPT, origin: BASE_URL }],
    ] as const) {
      const given = await send(method, path, { host, ...headers });
      expect([given.status, given.headers.get("cache-control")]).toEqual([403, "no-store"]);
      for (const part of [host, BASE_URL, "BASE_URL", "Host header"])
        expect(given.text).toContain(part);
      const isScript = "next-action" in headers;
      const type = isScript ? "text/plain" : "text/html; charset=utf-8";
      expect(given.headers.get("content-type")).toBe(type);
      if (isScript) expect(given.text).toMatch(/^Nothing was changed\. /);
    }
  },
);

test("both APIs name both addresses", async () => {
  const host = "192.0.2.7";
  const headers = { host, origin: "https://192.0.2.7" };
  const signIn = await callAccount("POST", "/api/account/sign-in", { headers, body: {} });
  const list = await callApi("GET", "/v1/forms", { headers: { host } });
  for (const message of [
    errorOf(signIn, "csrf_rejected").message,
    errorOf(list, "wrong_api_origin").message,
  ]) {
    expect(message).toContain(host);
    expect(message).toContain(BASE_URL);
  }
});

test("the address with another scheme is another address too", async () => {
  const { status, text } = await send("POST", "/sign-up", {
    ...FORM,
    host: "forms.example.com",
    origin: "http://forms.example.com",
  });
  expect([status, text]).toEqual([403, expect.stringContaining("http://forms.example.com")]);
});

test("documentation, files, and checks without a Host are served under any address", async () => {
  for (const path of ["/docs", "/docs/guides", "/form.js", "/.well-known/security.txt"]) {
    const { headers } = await send("GET", path, { host: "192.0.2.7" });
    expect(headers.get("x-middleware-next"), path).toBe("1");
  }
  expect((await send("GET", "/", {})).headers.get("x-middleware-next")).toBe("1");
});

test("the log has each other address once, and none that isn't a host", () => {
  const warn = vi.spyOn(log(), "warn");
  for (let nth = 0; nth < 3; nth += 1) explainAddress(new Headers({ host: "once.example" }));
  explainAddress(new Headers({ host: "<script>" }));
  const addresses = warn.mock.calls.map(([fields]) => (fields as { address: string }).address);
  expect(addresses).toEqual(["once.example", "an unknown host"]);
  warn.mockRestore();
});

test("another port of this machine is named, and no other", () => {
  changeSettings({ baseUrl: "http://localhost:3000" });
  expect(findOtherPort("localhost:8080")).toBe("localhost:8080");
  for (const host of ["localhost:3000", "127.0.0.1:3000", "192.0.2.7:8080", "", null])
    expect(findOtherPort(host)).toBeNull();
});
