import { expect, test } from "vitest";
import { createSession, endSession } from "#lib/accounts/sessions";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { accountEndpoints } from "#lib/http/contracts/account";
import { cookieName, sealSession } from "#lib/session/cookie";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { apiOrigin } from "#tests/support/contract/transport";
import { signedIn } from "#tests/support/factories/account-factories";
import { createWorkspace } from "#tests/support/factories/factories";

const bySession = accountEndpoints.filter(({ access }) => access === "session");
const mutations = accountEndpoints.filter(({ method }) => method !== "GET");
const reads = accountEndpoints.filter(({ method }) => method === "GET");
const withParams = accountEndpoints.filter(({ path }) => path.includes("{"));
const title = "$method $path";

function pathWith(path: string, id: string): string {
  return path.replace(/\{\w+\}/g, id);
}

test.each(accountEndpoints)(
  `${title}: rejects a bearer token before any other check`,
  async ({ method, path }) => {
    const headers = { authorization: "Bearer x", origin: "https://example.com" };
    for (const jar of [{}, await signedIn(await createWorkspace())]) {
      const call = { jar, headers, ...(method === "GET" ? {} : { rawBody: "{" }) };
      errorOf(await callAccount(method, pathWith(path, newId()), call), "bearer_not_allowed");
    }
  },
);

test.each(mutations)(
  `${title}: rejects another origin before it checks the session`,
  async ({ method, path }) => {
    const foreign: Record<string, string | undefined>[] = [
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
    for (const jar of [{}, await signedIn(await createWorkspace())])
      for (const headers of foreign) {
        const answer = await callAccount(method, pathWith(path, newId()), {
          jar,
          headers,
          rawBody: "{",
        });
        expect(errorOf(answer, "csrf_rejected"), JSON.stringify(headers)).toBeTruthy();
      }
  },
);

test.each(reads)(
  `${title}: rejects cross-site requests and accepts direct navigation`,
  async ({ method, path }) => {
    const jar = await signedIn(await createWorkspace());
    const call = (headers: Record<string, string>) =>
      callAccount(method, pathWith(path, newId()), { jar, headers });
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://example.com" },
      { origin: "https://example.com", "sec-fetch-site": "same-origin" },
      { origin: "null" },
    ];
    for (const headers of foreign)
      expect(errorOf(await call(headers), "csrf_rejected"), JSON.stringify(headers)).toBeTruthy();
    const own: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-origin" },
      { origin: apiOrigin() },
    ];
    for (const headers of own)
      expect([200, 404, 422], JSON.stringify(headers)).toContain((await call(headers)).status);
  },
);

test.each(bySession)(
  `${title}: rejects a request without a valid session`,
  async ({ method, path }) => {
    const workspace = await createWorkspace();
    const owner = { userId: workspace.user.id, workspaceId: workspace.id };
    const ended = await createSession(db(), owner, null, new Date());
    await endSession(ended);
    const sealed = await sealSession(ended);
    const name = cookieName();
    const cookies = [
      undefined,
      "other=1",
      `${name}=`,
      `${name}=garbage`,
      `${name}=Fe26.2*1*a*b*c*d*e*f~2`,
      `${name}=Fe26.2**a*b*c*1*e*f~2`,
      `${name}=${"*".repeat(8)}`,
      `${name}=%7B%7D`,
      `${name}=${sealed.slice(0, -4)}`,
      `${name}=${sealed}`,
      `${name}=${await sealSession(newId())}`,
    ];
    for (const cookie of cookies) {
      const call = { headers: { cookie }, ...(method === "GET" ? {} : { rawBody: "{" }) };
      const answer = await callAccount(method, pathWith(path, newId()), call);
      expect(errorOf(answer, "session_required"), cookie).toBeTruthy();
    }
  },
);

test.each(mutations)(
  `${title}: accepts a same-origin Sec-Fetch-Site if there is no Origin`,
  async ({ method, path }) => {
    const jar = await signedIn(await createWorkspace());
    const headers = { origin: undefined, "sec-fetch-site": "same-origin" };
    const answer = await callAccount(method, pathWith(path, newId()), {
      jar,
      headers,
      body: { unknownProperty: 1 },
    });
    expect(errorOf(answer, "validation_failed").paths).toContain("unknownProperty");
  },
);

test.each(mutations)(
  `${title}: validates the request body as /v1 does`,
  async ({ method, path, body }) => {
    const jar = await signedIn(await createWorkspace());
    const call = (change: object) =>
      callAccount(method, pathWith(path, newId()), { jar, ...change });
    errorOf(
      await call({ rawBody: "{}", headers: { "content-type": "text/plain" } }),
      "unsupported_media_type",
    );
    errorOf(await call({ rawBody: "{}".padEnd(32 * 1024 + 1) }), "body_too_large");
    errorOf(await call({ rawBody: "{" }), "invalid_json");
    expect(errorOf(await call({ body: [] }), "validation_failed").paths).toEqual([""]);
    if (body) errorOf(await call({ body: {} }), "validation_failed");
  },
);

test.each(withParams)(
  `${title}: returns the same error for malformed and unknown ids`,
  async ({ method, path }) => {
    const jar = await signedIn(await createWorkspace());
    const messages = [];
    for (const id of [newId(), "x", "%00", newId().toUpperCase()]) {
      const answer = await callAccount(method, pathWith(path, id), { jar });
      messages.push(errorOf(answer, "not_found").message);
    }
    expect(new Set(messages).size).toBe(1);
  },
);

test.each(accountEndpoints)(
  `${title}: responds to other methods with 405 and an Allow header`,
  async ({ path }) => {
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
