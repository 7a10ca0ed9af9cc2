import { expect, test } from "vitest";
import { makeTokenSecret } from "#lib/tokens/authenticate-token";
import { SCOPE_NAMES } from "#lib/tokens/schema";
import { revokeToken } from "#lib/tokens/tokens";
import { callApi, errorOf } from "#tests/support/contract/api";
import { all, guarantee, scoped } from "#tests/support/contract/contract-cases";
import { endpointsWithoutSample } from "#tests/support/contract/contract-samples";
import { otherEnvironmentSecret } from "#tests/support/contract/token-secrets";
import { contextAt, createToken } from "#tests/support/factories/factories";

const DAY_MS = 86_400_000;

test("contract tests cover every endpoint", () => {
  expect(endpointsWithoutSample).toEqual([]);
});

guarantee(
  "responds to a valid request with the documented status",
  all,
  async ({ call, sample }) => {
    expect((await call()).status).toBe(sample.status);
  },
);

guarantee(
  "requires its own scope and no other",
  all,
  async ({ call, endpoint, sample, workspace }) => {
    const scopes = endpoint.scope === null ? (["usage:read"] as const) : [endpoint.scope];
    const token = await createToken(workspace, { scopes: [...scopes] });
    expect((await call({ token })).status).toBe(sample.status);
  },
);

guarantee("names the missing scope in the error", scoped, async ({ call, endpoint, workspace }) => {
  const scopes = SCOPE_NAMES.filter((scope) => scope !== endpoint.scope);
  const answer = await call({ token: await createToken(workspace, { scopes }) });
  expect(errorOf(answer, "insufficient_scope").message).toContain(endpoint.scope);
});

guarantee("rejects a request without a token", all, async ({ call }) => {
  for (const token of [undefined, ""])
    errorOf(
      await call({ token, headers: token === "" ? { authorization: "" } : {} }),
      "token_missing",
    );
});

guarantee("rejects a token that was never issued", all, async ({ call }) => {
  errorOf(await call({ token: makeTokenSecret() }), "token_invalid");
});

guarantee("rejects a malformed token", all, async ({ call, token }) => {
  const wrong = token.token.endsWith("0") ? "1" : "0";
  const badChecksum = token.token.slice(0, -1) + wrong;
  const garbage = ["x", "fis_stg_", badChecksum, token.token.slice(0, -1), `${token.token}0`];
  for (const secret of [...garbage, token.token.toLowerCase(), `${token.token} ${token.token}`])
    errorOf(await call({ token: secret }), "token_invalid");
  for (const authorization of ["Bearer", "Basic YTpi", token.token, `Token ${token.token}`])
    errorOf(await call({ headers: { authorization } }), "token_invalid");
});

guarantee("accepts the Bearer scheme in any case", all, async ({ call, token, sample }) => {
  const answer = await call({ headers: { authorization: `bearer  ${token.token}` } });
  expect(answer.status).toBe(sample.status);
});

guarantee("rejects a token of another environment", all, async ({ call }) => {
  errorOf(await call({ token: otherEnvironmentSecret("prd") }), "wrong_environment");
});

guarantee("rejects an expired token", all, async ({ call, workspace }) => {
  const now = new Date(Date.now() - DAY_MS);
  errorOf(
    await call({ token: await createToken(workspace, { now, expiresInDays: 1 }) }),
    "token_expired",
  );
});

guarantee("rejects a revoked token", all, async ({ call, workspace, token }) => {
  await revokeToken(contextAt(workspace, new Date()), token.id);
  errorOf(await call(), "token_revoked");
});

guarantee("rejects a request with a cookie or an Origin", all, async ({ call }) => {
  errorOf(await call({ headers: { cookie: "session=x" } }), "cookie_not_allowed");
  errorOf(await call({ headers: { origin: "http://localhost:3000" } }), "origin_not_allowed");
  errorOf(await call({ headers: { origin: "null" } }), "origin_not_allowed");
});

guarantee("rejects a proxy key", all, async ({ call }) => {
  const answer = await call({ headers: { "x-service-proxy-key": "" } });
  errorOf(answer, "proxy_key_not_allowed");
});

guarantee("rejects an unknown Host", all, async ({ call }) => {
  for (const host of ["example.com", "localhost.example.com", "127.0.0.1.nip.io:3000"])
    errorOf(await call({ headers: { host } }), "wrong_api_origin");
});

guarantee("accepts any loopback Host in a local installation", all, async ({ call, sample }) => {
  const answer = await call({ headers: { host: "127.0.0.1:3999" } });
  expect(answer.status).toBe(sample.status);
});

guarantee(
  "responds to other methods with 405 and an Allow header",
  all,
  async ({ call, endpoint }) => {
    const allowed = all.filter(({ path }) => path === endpoint.path).map(({ method }) => method);
    const methods = ["PUT", "HEAD", "OPTIONS", "GET", "POST", "PATCH", "DELETE"] as const;
    for (const method of methods.filter((one) => !(allowed as string[]).includes(one))) {
      const answer = await call({ method, body: undefined, token: undefined });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("allow")).toBe(allowed.join(", "));
      if (method !== "HEAD") errorOf(answer, "method_not_allowed");
    }
  },
);

test("returns not_found for unknown paths, with any method and without a token", async () => {
  const paths = [
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/forms/a/b",
    "/v1/token/x",
    "/v1/FORMS",
    "/v1//forms",
  ];
  for (const path of paths)
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
      errorOf(await callApi(method, path), "not_found");
});
