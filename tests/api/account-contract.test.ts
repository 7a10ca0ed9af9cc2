import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { endSession } from "#lib/domain/accounts/sessions";
import { accountEndpoints } from "#lib/entry/account/contract";
import { cookieName, sealSession } from "#lib/entry/account/cookie";
import { callAccount, errorOf, invalidPaths } from "#tests/support/contract/api";
import type { Answer } from "#tests/support/contract/check-answer";
import { apiOrigin } from "#tests/support/contract/transport";
import { signedIn, startSession } from "#tests/support/factories/account-factories";
import { createWorkspace } from "#tests/support/factories/factories";

type Endpoint = (typeof accountEndpoints)[number];
type Call = Parameters<typeof callAccount>[2];
type Headers = Record<string, string | undefined>;

const bySession = accountEndpoints.filter(({ access }) => access === "session");
const mutations = accountEndpoints.filter(({ method }) => method !== "GET");
const reads = accountEndpoints.filter(({ method }) => method === "GET");
const withParams = accountEndpoints.filter(({ path }) => path.includes("{"));

function pathWith(path: string, id: string): string {
  return path.replace(/\{\w+\}/g, id);
}

/** Declares one test of the guarantee per endpoint. `call` asks for something that doesn't exist. */
function guarantee(
  name: string,
  of: readonly Endpoint[],
  check: (call: (change?: Call) => Promise<Answer>, endpoint: Endpoint) => Promise<void>,
): void {
  test.each(of)(`$method $path: ${name}`, async (endpoint) => {
    const path = pathWith(endpoint.path, newId());
    await check((change) => callAccount(endpoint.method, path, change), endpoint);
  });
}

/** One endpoint of each kind, for what the pipeline does before it knows which endpoint is called. */
function oneOfEachKind(of: readonly Endpoint[]): Endpoint[] {
  const kindOf = ({ access, method, path, body, query }: Endpoint) =>
    JSON.stringify([access, method, path.includes("{"), body !== undefined, query !== undefined]);
  return [...new Map(of.map((endpoint) => [kindOf(endpoint), endpoint])).values()];
}

const signIn = async () => signedIn(await createWorkspace());
/** A body that isn't JSON, where one can be sent. */
const invalidBody = ({ method }: Endpoint) => (method === "GET" ? {} : { rawBody: "{" });

guarantee(
  "rejects a bearer token before any other check",
  oneOfEachKind(accountEndpoints),
  async (call, endpoint) => {
    const headers = { authorization: "Bearer x", origin: "https://example.com" };
    for (const jar of [{}, await signIn()])
      errorOf(await call({ jar, headers, ...invalidBody(endpoint) }), "bearer_not_allowed");
  },
);

guarantee(
  "rejects another origin before it checks the session",
  oneOfEachKind(mutations),
  async (call) => {
    const foreign: Headers[] = [
      { origin: undefined },
      { origin: undefined, "sec-fetch-site": "same-site" },
      { origin: undefined, "sec-fetch-site": "none" },
      { origin: undefined, referer: "http://localhost:3000/" },
      { origin: "https://example.com" },
      { origin: "https://example.com", "sec-fetch-site": "same-origin" },
      { origin: "null" },
      { origin: "https://localhost:3000" },
      { origin: "http://localhost:3001" },
      { origin: "http://127.0.0.1:3000" },
      { origin: "http://localhost:3000.example.com" },
      { origin: "http://localhost:3000, https://example.com" },
    ];
    for (const jar of [{}, await signIn()])
      for (const headers of foreign) {
        const answer = await call({ jar, headers, rawBody: "{" });
        expect(errorOf(answer, "csrf_rejected"), JSON.stringify(headers)).toBeTruthy();
      }
  },
);

guarantee(
  "rejects cross-site requests and accepts direct navigation",
  oneOfEachKind(reads),
  async (call) => {
    const jar = await signIn();
    const foreign: Headers[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://example.com" },
      { origin: "https://example.com", "sec-fetch-site": "same-origin" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      const answer = await call({ jar, headers });
      expect(errorOf(answer, "csrf_rejected"), JSON.stringify(headers)).toBeTruthy();
    }
    const own: Headers[] = [
      {},
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-origin" },
      { origin: apiOrigin() },
    ];
    for (const headers of own) {
      const { status } = await call({ jar, headers });
      expect([200, 404, 422], JSON.stringify(headers)).toContain(status);
    }
  },
);

guarantee(
  "rejects a request without a valid session",
  oneOfEachKind(bySession),
  async (call, endpoint) => {
    const ended = await startSession(await createWorkspace());
    await endSession(ended);
    const sealed = await sealSession(ended);
    const values = [
      "",
      "garbage",
      "Fe26.2*1*a*b*c*d*e*f~2",
      "Fe26.2**a*b*c*1*e*f~2",
      "*".repeat(8),
      "%7B%7D",
      sealed.slice(0, -4),
      sealed,
      await sealSession(newId()),
    ];
    for (const cookie of [
      undefined,
      "other=1",
      ...values.map((value) => `${cookieName()}=${value}`),
    ]) {
      const answer = await call({ headers: { cookie }, ...invalidBody(endpoint) });
      expect(errorOf(answer, "session_required"), cookie).toBeTruthy();
    }
  },
);

guarantee(
  "accepts a same-origin Sec-Fetch-Site if there is no Origin",
  oneOfEachKind(mutations),
  async (call) => {
    const headers = { origin: undefined, "sec-fetch-site": "same-origin" };
    const answer = await call({ jar: await signIn(), headers, body: { unknownProperty: 1 } });
    expect(invalidPaths(answer)).toContain("unknownProperty");
  },
);

guarantee("validates the request body as /v1 does", mutations, async (call, endpoint) => {
  const { body, maxBodyBytes = 32 * 1024 } = endpoint;
  const jar = await signIn();
  const text = { rawBody: "{}", headers: { "content-type": "text/plain" } };
  errorOf(await call({ jar, ...text }), "unsupported_media_type");
  errorOf(await call({ jar, rawBody: "{}".padEnd(maxBodyBytes + 1) }), "body_too_large");
  errorOf(await call({ jar, rawBody: "{" }), "invalid_json");
  expect(invalidPaths(await call({ jar, body: [] }))).toEqual([""]);
  if (body) errorOf(await call({ jar, body: {} }), "validation_failed");
});

/** Valid bodies of the endpoints that need one beside an ID, by the end of their path. */
const BODIES: Readonly<Record<string, object>> = {
  parts: { number: 0, data: "YQ==" },
  preview: { settings: {} },
  start: { settings: {} },
};

guarantee(
  "returns the same error for malformed and unknown ids",
  withParams,
  async (_, { method, path }) => {
    const jar = await signIn();
    const messages = [];
    for (const id of [newId(), "x", "%00", newId().toUpperCase()]) {
      const answer = await callAccount(method, pathWith(path, id), {
        jar,
        body: method === "POST" ? BODIES[path.split("/").at(-1) ?? ""] : undefined,
      });
      messages.push(errorOf(answer, "not_found").message);
    }
    expect(new Set(messages).size).toBe(1);
  },
);

guarantee(
  "responds to other methods with 405 and an Allow header",
  oneOfEachKind(accountEndpoints),
  async (_, { path }) => {
    const allowed = accountEndpoints.filter((one) => one.path === path).map(({ method }) => method);
    const others = ["PUT", "HEAD", "OPTIONS", "GET", "POST", "PATCH", "DELETE"];
    for (const method of others.filter((one) => !(allowed as string[]).includes(one))) {
      const answer = await callAccount(method, pathWith(path, newId()));
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe(allowed.join(", "));
    }
  },
);

test("returns not_found for unknown paths under /api", async () => {
  for (const path of ["/api", "/api/account/nothing", "/api/account/tokens/a/b", "/api/v1/token"])
    for (const method of ["GET", "POST"]) errorOf(await callAccount(method, path), "not_found");
});
