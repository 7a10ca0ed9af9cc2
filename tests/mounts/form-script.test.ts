import { createHash } from "node:crypto";
import { expect, inject, test } from "vitest";
import { askAsIs } from "#tests/support/contract/odd-request";
import formScripts from "../../lib/forms/form-scripts.json" with { type: "json" };

const { baseUrl } = inject("mount");

const ask = (method: string, path: string, headers?: Record<string, string | undefined>) =>
  askAsIs(baseUrl, method, path, headers);
const all = [formScripts.newest, ...formScripts.older];

test.each([
  { path: "/form.js", integrity: formScripts.newest.integrity, cached: "public, max-age=300" },
  ...all.map((version) => ({ ...version, cached: "public, max-age=31536000, immutable" })),
])("$path can be cached, and loaded by any site with its hash", async (expected) => {
  for (const sent of [{ origin: "https://site.example" }, {}]) {
    const { status, headers, body } = await ask("GET", expected.path, sent);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": expect.stringMatching(/^(application|text)\/javascript; charset=utf-8$/i),
      "cache-control": expected.cached,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/./),
    });
    const hash = createHash("sha384").update(body).digest("base64");
    expect(`sha384-${hash}`).toBe(expected.integrity);
    const again = await ask("GET", expected.path, { "if-none-match": headers.etag });
    expect([again.status, again.headers["cache-control"]]).toEqual([304, expected.cached]);
  }
});

test("an unknown version isn't cached, and other methods are rejected", async () => {
  const unknown = await ask("GET", `/form/v${all.length + 1}.js`);
  expect([unknown.status, unknown.headers["cache-control"]]).toEqual([404, "no-store"]);
  for (const { path } of [{ path: "/form.js" }, ...all]) {
    const { status, headers } = await ask("POST", path);
    expect([status, headers.allow, headers["cache-control"]]).toEqual([
      405,
      "GET, HEAD",
      "no-store",
    ]);
  }
});
