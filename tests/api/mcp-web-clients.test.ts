import { expect, test } from "vitest";
import { ErrorEnvelope } from "#lib/entry/http/respond";
import { serveMcp } from "#lib/entry/mcp/serve-mcp";
import { connectClient, MCP_URL, post } from "#tests/support/contract/mcp";
import { createOwnForm } from "#tests/support/factories/factories";

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const ORIGIN = "https://assistant.example";

const codeOf = async (response: Response) => ErrorEnvelope.parse(await response.json()).error.code;
const readableBy = (response: Response) => response.headers.get("access-control-allow-origin");

test.each([ORIGIN, "http://localhost:6274", "http://127.0.0.1:6274"])(
  "a client in a web page of %s asks first, then calls tools with its token",
  async (origin) => {
    const { token } = await createOwnForm();
    const asked = await fetch(MCP_URL, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,mcp-protocol-version",
      },
    });
    expect(asked.status).toBe(204);
    expect(readableBy(asked)).toBe("*");
    expect(asked.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    const allowed = asked.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["authorization", "content-type", "mcp-protocol-version", "mcp-method"])
      expect(allowed.split(", ")).toContain(name);
    // Browsers never send cookies to a response that anyone may read.
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    const client = await connectClient(token, "legacy", { origin });
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    const listed = await post(LIST, { origin, authorization: `Bearer ${token.token}` });
    expect(listed.status).toBe(200);
    expect(readableBy(listed)).toBe("*");
  },
);

test("a web page without a token reads where to get one, and nothing else", async () => {
  const response = await post(LIST, { origin: ORIGIN });
  expect(response.status).toBe(401);
  expect(readableBy(response)).toBe("*");
  expect(response.headers.get("www-authenticate")).toContain("/oauth-protected-resource/mcp");
  expect(response.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
});

test.each([
  "null",
  "http://assistant.example",
  "https://assistant.example/path",
  "https://assistant.example, https://other.example",
  "chrome-extension://abcdefgh",
  "",
])("an Origin that no page of a site has is rejected: %j", async (origin) => {
  const { token } = await createOwnForm();
  const headers = { host: new URL(MCP_URL).host, authorization: `Bearer ${token.token}` };
  const request = { method: "POST", body: LIST, headers: { ...headers, origin } };
  const { status, headers: given } = await serveMcp(new Request(MCP_URL, request), () => {});
  expect(status).toBe(403);
  expect(given).not.toHaveProperty("Access-Control-Allow-Origin");
});

test("an allowed Origin enables neither cookies, nor DNS rebinding, nor access to the API", async () => {
  const { token } = await createOwnForm();
  const headers = { origin: ORIGIN, authorization: `Bearer ${token.token}` };
  const withCookie = await post(LIST, { ...headers, cookie: "a=b" });
  expect(await codeOf(withCookie)).toBe("cookie_not_allowed");
  const rebound = { ...headers, host: "rebound.example" };
  const request = new Request(MCP_URL, { method: "POST", body: LIST, headers: rebound });
  expect((await serveMcp(request, () => {})).status).toBe(403);
  const api = await fetch(new URL("/v1/forms", MCP_URL), { headers });
  expect(await codeOf(api)).toBe("origin_not_allowed");
  expect(readableBy(api)).toBeNull();
});
