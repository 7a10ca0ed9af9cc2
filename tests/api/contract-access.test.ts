import { expect, test } from "vitest";
import { makeTokenSecret } from "#lib/domain/tokens/authenticate-token";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { revokeToken } from "#lib/domain/tokens/tokens";
import { callApi, errorOf } from "#tests/support/contract/api";
import { all, guarantee, oneOfEachShape, scoped } from "#tests/support/contract/contract-cases";
import { otherEnvironmentSecret } from "#tests/support/contract/token-secrets";
import { contextAt, createToken } from "#tests/support/factories/factories";

const DAY_MS = 86_400_000;

guarantee(
  "responds with the documented status to its own scope and no other",
  all,
  async ({ endpoint, ...one }) => {
    const token = await createToken(one.workspace, { scopes: [endpoint.scope ?? "usage:read"] });
    expect((await one.call({ token })).status).toBe(one.sample.status);
  },
);

guarantee("names the missing scope in the error", scoped, async ({ call, endpoint, workspace }) => {
  const scopes = SCOPE_NAMES.filter((scope) => scope !== endpoint.scope);
  const answer = await call({ token: await createToken(workspace, { scopes }) });
  expect(errorOf(answer, "insufficient_scope").message).toContain(endpoint.scope);
});

guarantee("rejects a request without a token", oneOfEachShape(all), async ({ call }) => {
  for (const headers of [{}, { authorization: "" }])
    errorOf(await call({ token: undefined, headers }), "token_missing");
});

guarantee(
  "rejects a token that was never issued or is malformed",
  oneOfEachShape(all),
  async (one) => {
    const { call, token } = one;
    errorOf(await call({ token: makeTokenSecret() }), "token_invalid");
    const wrong = token.token.endsWith("0") ? "1" : "0";
    const badChecksum = token.token.slice(0, -1) + wrong;
    const garbage = ["x", "fis_stg_", badChecksum, token.token.slice(0, -1), `${token.token}0`];
    for (const secret of [...garbage, token.token.toLowerCase(), `${token.token} ${token.token}`])
      errorOf(await call({ token: secret }), "token_invalid");
    for (const authorization of ["Bearer", "Basic YTpi", token.token, `Token ${token.token}`])
      errorOf(await call({ headers: { authorization } }), "token_invalid");
  },
);

guarantee("rejects a token of another environment", oneOfEachShape(all), async ({ call }) => {
  errorOf(await call({ token: otherEnvironmentSecret("prd") }), "wrong_environment");
});

guarantee("rejects an expired token", oneOfEachShape(all), async ({ call, workspace }) => {
  const now = new Date(Date.now() - DAY_MS);
  const token = await createToken(workspace, { now, expiresInDays: 1 });
  errorOf(await call({ token }), "token_expired");
});

guarantee("rejects a revoked token", oneOfEachShape(all), async ({ call, workspace, token }) => {
  await revokeToken(contextAt(workspace, new Date()), token.id);
  errorOf(await call(), "token_revoked");
});

guarantee("rejects an unknown Host", oneOfEachShape(all), async ({ call }) => {
  for (const host of ["example.com", "localhost.example.com", "127.0.0.1.nip.io:3000"])
    errorOf(await call({ headers: { host } }), "wrong_api_origin");
});

guarantee(
  "accepts Bearer in any case, and any loopback Host in a local installation",
  oneOfEachShape(all),
  async (one) => {
    const authorization = `bearer  ${one.token.token}`;
    const answer = await one.call({ headers: { authorization, host: "127.0.0.1:3999" } });
    expect(answer.status).toBe(one.sample.status);
  },
);

guarantee(
  "responds to other methods with 405 and an Allow header",
  oneOfEachShape(all),
  async (one) => {
    const atPath = all.filter(({ path }) => path === one.endpoint.path);
    const allowed: string[] = atPath.map(({ method }) => method);
    const methods = ["PUT", "HEAD", "OPTIONS", "GET", "POST", "PATCH", "DELETE"];
    for (const method of methods.filter((name) => !allowed.includes(name))) {
      const answer = await one.call({ method, body: undefined, token: undefined });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("allow")).toBe(allowed.join(", "));
      if (method !== "HEAD") errorOf(answer, "method_not_allowed");
    }
  },
);

test("returns not_found for unknown paths, with any method and without a token", async () => {
  for (const path of ["", "/", "/nothing", "/forms/a/b", "/token/x", "/FORMS", "//forms"])
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
      errorOf(await callApi(method, `/v1${path}`), "not_found");
});
