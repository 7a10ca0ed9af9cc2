import { describe, expect, test } from "vitest";
import { settings } from "#lib/core/settings";
import { forWeb } from "#lib/http/http-types";
import { respondToPreflight } from "#lib/intake-http/cors";
import { showHostedForm, showNotFound, showThanks } from "#lib/intake-http/hosted-form";
import { openPage, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

const OWN = "https://shop.example.com";
const FOREIGN = "https://evil.example.net";

async function openForm(allowedOrigins: string[] = []) {
  return createForm(await createWorkspace(), { settings: { allowedOrigins } });
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

describe("CORS headers for submissions", () => {
  test.each([OWN, "http://localhost:5173", "null"])(
    "lets %s read responses with credentials if the form allows any origin",
    async (origin) => {
      const form = await openForm();
      for (const fields of [{ message: "hello" }, { message: "" }])
        expect(
          corsOf(await postVisit(form.publicKey, { json: fields, headers: { origin } })),
        ).toEqual(readableBy(origin));
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
    const { intakeIpRateLimit } = settings();
    Object.assign(settings(), { intakeIpRateLimit: 0 });
    try {
      const form = await openForm([OWN]);
      const headers = { origin: FOREIGN };
      const limited = await postVisit(form.publicKey, { json: { message: "hello" }, headers });
      expect(limited.status).toBe(429);
      expect(corsOf(limited)).toEqual(readableBy(FOREIGN));
    } finally {
      Object.assign(settings(), { intakeIpRateLimit });
    }
    const json = { message: "hello" };
    const unknown = await postVisit("A".repeat(24), { json, headers: { origin: FOREIGN } });
    expect(unknown.status).toBe(404);
    expect(corsOf(unknown)).toEqual(readableBy(FOREIGN));
  });
});

describe("preflight", () => {
  test("allows the headers that the browser requests", async () => {
    const form = await openForm();
    const asked = "hx-current-url, HX-Request,traceparent, x-csrf-token, authorization";
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
  ])("allows the default headers when %s are requested", async (_case, asked) => {
    const form = await openForm();
    const headers = { origin: OWN, "access-control-request-headers": asked };
    const response = await preflight(form.publicKey, headers);
    expect(response.headers.get("access-control-allow-headers")).toBe(
      "Content-Type, Accept, Idempotency-Key, X-Requested-With",
    );
  });

  test("ignores malformed header names", async () => {
    const form = await openForm();
    const headers = { origin: OWN, "access-control-request-headers": "x-good, b@d, , x-too" };
    expect(
      (await preflight(form.publicKey, headers)).headers.get("access-control-allow-headers"),
    ).toBe("x-good, x-too");
  });

  test("allows any origin once the address is rate limited, so that the error is readable", async () => {
    const form = await openForm([OWN]);
    const headers = { origin: FOREIGN, "x-fis-client-address": "192.0.2.99" };
    const { intakeIpTotalRateLimit } = settings();
    Object.assign(settings(), { intakeIpTotalRateLimit: 1 });
    try {
      expect(corsOf(await preflight(form.publicKey, headers))).toEqual(NO_ONE);
      expect(corsOf(await preflight(form.publicKey, headers))).toEqual(readableBy(FOREIGN));
    } finally {
      Object.assign(settings(), { intakeIpTotalRateLimit });
    }
  });

  test("sends no CORS headers to an origin that isn't listed", async () => {
    const form = await openForm([OWN]);
    expect(corsOf(await preflight(form.publicKey, { origin: FOREIGN }))).toEqual(NO_ONE);
  });
});

describe("pages under /f/", () => {
  test("send CORS headers so that scripts can follow the redirect to the thank-you page", async () => {
    const form = await openForm();
    const restricted = await openForm([OWN]);
    const headers = { origin: OWN };
    for (const show of [showHostedForm, showThanks]) {
      expect(corsOf(await openPage(show, form.publicKey, headers))).toEqual(readableBy(OWN));
      expect(corsOf(await openPage(show, "A".repeat(24), headers))).toEqual(readableBy(OWN));
      expect(corsOf(await openPage(show, restricted.publicKey, { origin: FOREIGN }))).toEqual(
        NO_ONE,
      );
    }
    expect(corsOf(await openPage(showThanks, restricted.publicKey, headers))).toEqual(
      readableBy(OWN),
    );
    const elsewhere = new Request("http://localhost:3000/f/x/y", { headers });
    expect(corsOf(await forWeb(showNotFound)(elsewhere))).toEqual(readableBy(OWN));
  });
});
