import { expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { callApi, errorOf } from "#tests/support/contract/api";
import type { Answer } from "#tests/support/contract/check-answer";
import { all, guarantee, oneOfEachShape } from "#tests/support/contract/contract-cases";
import { createToken, createWorkspace } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

// The default limit. Other tests have none.
Object.assign(settings(), { managementRateLimit: 60 });

let hosts = 0;
/** Returns an IP address that no other test uses. */
function newAddress(): string {
  hosts += 1;
  return `10.0.${hosts >> 8}.${hosts & 255}`;
}

function from(address: string) {
  return { [CLIENT_ADDRESS_HEADER]: address };
}

/** Asks as often as a minute allows, each time with another request. */
function exhaust(
  request: () => Parameters<typeof callApi>[2],
  { path = "/v1/token", count = 60 } = {},
): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => callApi("GET", path, request())));
}

const readToken = (address: string, call: Parameters<typeof callApi>[2] = {}) =>
  callApi("GET", "/v1/token", { ...call, headers: from(address) });

function remaining(answer: Answer) {
  const [, bucket, r, t] =
    /^"(\w+)";r=(\d+);t=(\d+)$/.exec(answer.headers.get("ratelimit") ?? "") ?? [];
  return { bucket, r: Number(r), t: Number(t) };
}

function expectLimited(answer: Answer, who: string): void {
  const { message } = errorOf(answer, "rate_limited");
  expect(message).toContain(`for each ${who}`);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(remaining(answer)).toMatchObject({ r: 0, t: seconds });
}

test("rejects an IP address's 61st request in a minute, with or without a token", async () => {
  const headers = from(newAddress());
  for (const answer of await exhaust(() => ({ headers }))) errorOf(answer, "token_missing");
  const token = await createToken(await createWorkspace());
  for (const call of [{ headers }, { headers, token }])
    expectLimited(await callApi("GET", "/v1/token", call), "IP address");
  expect((await readToken(newAddress(), { token })).status).toBe(200);
});

test("counts IPv6 addresses by /64 and IPv4-mapped addresses as IPv4", async () => {
  await exhaust(() => ({ headers: from("2001:db8:1:2::1") }));
  const same = ["2001:DB8:1:2:ffff::2", "2001:0db8:0001:0002:1:2:3:4", "2001:db8:1:2::%eth0"];
  for (const address of same) expectLimited(await readToken(address), "IP address");
  errorOf(await readToken("2001:db8:1:3::1"), "token_missing");
  await exhaust(() => ({ headers: from("192.0.2.1") }));
  expectLimited(await readToken("::ffff:192.0.2.1"), "IP address");
});

test("limits all tokens of a workspace to 60 requests a minute in total", async () => {
  const workspace = await createWorkspace();
  const tokens = [await createToken(workspace), await createToken(workspace)];
  const answers = await exhaust(() => ({ token: tokens[hosts % 2], headers: from(newAddress()) }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const token = await createToken(workspace);
  expectLimited(await readToken(newAddress(), { token }), "workspace");
  const other = await createToken(await createWorkspace());
  expect((await readToken(newAddress(), { token: other })).status).toBe(200);
});

test("accepts exactly 60 of a token's 200 concurrent requests, whatever their IP addresses", async () => {
  const token = await createToken(await createWorkspace());
  const answers = await exhaust(() => ({ token, headers: from(newAddress()) }), { count: 200 });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
});

test("the RateLimit header names the bucket with the fewest remaining requests", async () => {
  const workspace = await createWorkspace();
  const [first, second] = [await createToken(workspace), await createToken(workspace)];
  const headers = from(newAddress());
  const one = await callApi("GET", "/v1/token", { token: first, headers });
  expect(one.headers.get("ratelimit-policy")).toBe(
    '"ip";q=60;w=60, "token";q=60;w=60, "workspace";q=60;w=60',
  );
  expect(remaining(one)).toMatchObject({ bucket: "ip", r: 59 });
  await readToken(newAddress(), { token: first });
  const three = await callApi("GET", "/v1/token", { token: second, headers });
  expect(remaining(three)).toMatchObject({ bucket: "workspace", r: 57 });
});

test("checks a token's rate limit before its scope", async () => {
  const token = await createToken(await createWorkspace(), { scopes: ["forms:read"] });
  await exhaust(() => ({ token, headers: from(newAddress()) }));
  const headers = from(newAddress());
  expectLimited(await callApi("GET", "/v1/usage", { token, headers }), "token");
});

test("doesn't count requests rejected before the rate limit check", async () => {
  const headers = from(newAddress());
  for (let index = 0; index < 20; index += 1) {
    await callApi("GET", "/v1/token", { headers: { ...headers, cookie: "a=b" } });
    await callApi("PUT", "/v1/token", { headers });
    await callApi("GET", "/v1/nothing", { headers });
  }
  expect(remaining(await callApi("GET", "/v1/token", { headers }))).toMatchObject({ r: 59 });
});

guarantee(
  "rejects a token's request beyond the limit",
  oneOfEachShape(all),
  async ({ call, token, endpoint }) => {
    changeSettings({ managementRateLimit: 2 });
    // Destinations and sample events are counted apart.
    const path = endpoint.hasOwnBucket ? `/v1/forms/${newId()}/sample-event` : "/v1/token";
    await exhaust(() => ({ token, headers: from(newAddress()) }), { path, count: 2 });
    expectLimited(await call({ headers: from(newAddress()) }), "token");
  },
);
