import { expect, test } from "vitest";
import { forWeb } from "#lib/entry/http/http-types";
import { respondToPreflight } from "#lib/entry/intake/cors";
import { showHostedForm, showNotFound, showThanks } from "#lib/entry/intake/hosted-form";
import { openPage, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const OWN = "https://shop.example.com";
const FOREIGN = "https://evil.example.net";

async function openForm(allowedOrigins: string[] = []) {
  return (await createOwnForm({ settings: { allowedOrigins } })).form;
}

const corsOf = ({ headers }: Response) => ({
  origin: headers.get("access-control-allow-origin"),
  credentials: headers.get("access-control-allow-credentials"),
  vary: headers.get("vary"),
});

const readableBy = (origin: string) => ({ origin, credentials: "true", vary: "Origin" });
const NO_ONE = { origin: null, credentials: null, vary: "Origin" };

function preflight(publicKey: string, headers: Record<string, string>) {
  const request = new Request("http://localhost:3000/", { method: "OPTIONS", headers });
  return forWeb(respondToPreflight)(request, publicKey);
}

test.each([OWN, "http://localhost:5173", "null"])(
  "lets %s read responses with credentials if the form allows any origin",
  async (origin) => {
    const form = await openForm();
    for (const message of ["hello", ""]) {
      const sent = await postVisit(form.publicKey, { json: { message }, headers: { origin } });
      expect(corsOf(sent)).toEqual(readableBy(origin));
    }
  },
);

test("lets any origin read the response to a request without an Origin", async () => {
  const form = await openForm();
  const response = await postVisit(form.publicKey, { json: { message: "hello" } });
  expect(corsOf(response)).toMatchObject({ origin: "*", credentials: null });
  expect(response.headers.get("access-control-expose-headers")).toBe(
    "Retry-After, X-Request-Id, Idempotent-Replayed, HX-Redirect",
  );
});

test("lets only the listed origins read responses, including errors", async () => {
  const form = await openForm([OWN]);
  const submit = async (origin: string, message: string) =>
    corsOf(await postVisit(form.publicKey, { json: { message }, headers: { origin } }));
  expect(await submit(OWN, "hello")).toEqual(readableBy(OWN));
  expect(await submit(OWN, "")).toEqual(readableBy(OWN));
  expect(await submit(FOREIGN, "hello")).toEqual(NO_ONE);
});

test("lets any origin read errors returned before the form is known", async () => {
  const form = await openForm([OWN]);
  const post = { json: { message: "hello" }, headers: { origin: FOREIGN } };
  const unknown = await postVisit("A".repeat(24), post);
  changeSettings({ intakeIpRateLimit: 0 });
  const limited = await postVisit(form.publicKey, post);
  expect([unknown.status, limited.status]).toEqual([404, 429]);
  for (const response of [unknown, limited]) expect(corsOf(response)).toEqual(readableBy(FOREIGN));
});

test("a preflight allows the headers that the browser requests, without malformed names", async () => {
  const form = await openForm();
  const asked = "hx-current-url, HX-Request,traceparent, b@d, , x-csrf-token, authorization";
  const response = await preflight(form.publicKey, {
    origin: OWN,
    "access-control-request-method": "POST",
    "access-control-request-headers": asked,
  });
  expect(response.status).toBe(204);
  expect(corsOf(response)).toEqual(readableBy(OWN));
  expect(response.headers.get("access-control-allow-headers")).toBe(
    "hx-current-url, HX-Request, traceparent, x-csrf-token, authorization",
  );
  expect(response.headers.get("access-control-allow-methods")).toContain("POST");
  expect(response.headers.get("access-control-max-age")).toBe("86400");
});

test.each([
  ["no headers", ""],
  ["more than 2 KB of headers", `${"x-a, ".repeat(410)}x-b`],
  ["only malformed header names", "a b, c/d, (e)"],
])("a preflight allows the default headers when %s are requested", async (_case, asked) => {
  const form = await openForm();
  const headers = { origin: OWN, "access-control-request-headers": asked };
  const response = await preflight(form.publicKey, headers);
  expect(response.headers.get("access-control-allow-headers")).toBe(
    "Content-Type, Accept, Idempotency-Key, X-Requested-With",
  );
});

test("a preflight allows any origin once the address is rate limited, so that the error is readable", async () => {
  const form = await openForm([OWN]);
  const headers = { origin: FOREIGN, "x-fis-client-address": "192.0.2.99" };
  changeSettings({ intakeIpTotalRateLimit: 1 });
  expect(corsOf(await preflight(form.publicKey, headers))).toEqual(NO_ONE);
  expect(corsOf(await preflight(form.publicKey, headers))).toEqual(readableBy(FOREIGN));
});

test("a preflight sends no CORS headers to an origin that isn't listed", async () => {
  const form = await openForm([OWN]);
  expect(corsOf(await preflight(form.publicKey, { origin: FOREIGN }))).toEqual(NO_ONE);
});

test("pages under /f/ send CORS headers so that scripts can follow the redirect to the thank-you page", async () => {
  const form = await openForm();
  const restricted = await openForm([OWN]);
  const headers = { origin: OWN };
  for (const show of [showHostedForm, showThanks]) {
    const ask = async (publicKey: string, origin = OWN) =>
      corsOf(await openPage(show, publicKey, { origin }));
    for (const key of [form.publicKey, "A".repeat(24)])
      expect(await ask(key)).toEqual(readableBy(OWN));
    expect(await ask(restricted.publicKey, FOREIGN)).toEqual(NO_ONE);
  }
  const thanks = await openPage(showThanks, restricted.publicKey, headers);
  expect(corsOf(thanks)).toEqual(readableBy(OWN));
  const elsewhere = new Request("http://localhost:3000/f/x/y", { headers });
  expect(corsOf(await forWeb(showNotFound)(elsewhere))).toEqual(readableBy(OWN));
});
