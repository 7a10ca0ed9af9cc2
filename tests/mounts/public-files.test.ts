import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { ROOT } from "#server/start/checkout";
import { askAsIs } from "#tests/support/contract/odd-request";
import { SECURITY_CONTACT } from "#tests/support/setup/test-settings";
import formScripts from "../../lib/domain/forms/form-scripts.json" with { type: "json" };

const { baseUrl } = inject("mount");

const ask = (path: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, { redirect: "manual", ...init });

const TYPES: Record<string, RegExp> = {
  ico: /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  png: /^image\/png$/,
  svg: /^image\/svg\+xml$/,
  txt: /^text\/plain; charset=utf-8$/i,
  webmanifest: /^application\/manifest\+json/,
};

/** The form script has tests of its own, below. */
const FILES = globSync("**/*.*", { cwd: join(ROOT, "public") }).filter(
  (name) => !/^form/.test(name),
);

test.each(FILES)(
  "serves /%s with its type, uncached but for our pages' script, regardless of the request's headers",
  async (name) => {
    for (const headers of [new Headers(), new Headers({ authorization: "Bearer x" })]) {
      const answer = await ask(`/${name}`, { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(TYPES[name.split(".").at(-1) ?? ""] ?? "");
      const cached = name === "challenge.js" ? "public, max-age=300" : "no-store";
      expect(answer.headers.get("cache-control")).toBe(cached);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("x-request-id")).toBeTruthy();
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    for (const method of ["POST", "PUT", "OPTIONS"]) {
      const answer = await ask(`/${name}`, { method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
    }
  },
);

test("pages link to the icons, the manifest, and the social image", async () => {
  for (const path of ["/sign-in", "/docs"]) {
    const html = await (await ask(path)).text();
    for (const [rel, href] of [
      ["icon", "/favicon.ico"],
      ["icon", "/icon.svg"],
      ["apple-touch-icon", "/apple-touch-icon.png"],
      ["manifest", "/site.webmanifest"],
    ])
      expect(html).toMatch(new RegExp(`<link rel="${rel}" href="${href}"`));
    expect(html.match(/<link rel="icon"/g)).toHaveLength(2);
    for (const property of ['property="og:image"', 'name="twitter:image"'])
      expect(html).toContain(`<meta ${property} content="${baseUrl}/og.png"/>`);
    expect(html).toMatch(/<meta name="theme-color" [^>]*content="#f9fafc"/);
  }
});

test("pages under /f/ ask not to be indexed", async () => {
  for (const path of ["/f/unknown", "/f/unknown/thanks", "/f/unknown/nothing"])
    expect(await (await ask(path)).text()).toMatch(/<meta name="robots" content="noindex/);
});

test("security.txt lists the contact", async () => {
  const path = "/.well-known/security.txt";
  const answer = await ask(path, { headers: { authorization: "Bearer x" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.text()).toContain(`Contact: mailto:${SECURITY_CONTACT}\n`);
  expect((await ask(path, { method: "HEAD" })).status).toBe(200);
  for (const method of ["POST", "PUT"]) {
    const rejected = await ask(path, { method });
    expect([rejected.status, rejected.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test("MCP clients find out how to get a token", async () => {
  for (const path of ["", "/mcp"]) {
    const answer = await ask(`/.well-known/oauth-protected-resource${path}`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toMatchObject({
      resource: expect.stringMatching(/\/mcp$/),
      bearer_methods_supported: ["header"],
      token_instructions: expect.stringContaining("/tokens"),
    });
  }
});

test("apps find out where to sign in, also from a web page", async () => {
  const path = "/.well-known/oauth-authorization-server";
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    authorization_endpoint: expect.stringMatching(/\/connect$/),
    token_endpoint: expect.stringMatching(/\/api\/oauth\/token$/),
  });
  for (const one of [path, "/.well-known/oauth-protected-resource/mcp"]) {
    const preflight = await ask(one, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      "*",
    ]);
    expect((await ask(one, { method: "POST" })).status).toBe(405);
  }
});

test("guides are served as pages and as Markdown, and llms.txt lists them, even with a token", async () => {
  const headers = { authorization: "Bearer x" };
  for (const [path, type, text] of [
    ["/docs/quick-start", "text/html; charset=utf-8", "Create a token"],
    ["/docs/quick-start.md", "text/markdown; charset=utf-8", `${baseUrl}/v1/recipients`],
    ["/docs/api/forms", "text/html; charset=utf-8", "createForm"],
    ["/docs/search.json", "application/json", "/docs/api/forms#createForm"],
    ["/llms.txt", "text/plain; charset=utf-8", `${baseUrl}/docs/quick-start.md`],
  ] as const) {
    const answer = await ask(path, { headers });
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([200, type]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
    expect(await answer.text()).toContain(text);
  }
  for (const path of ["/docs/unknown", "/docs/unknown.md", "/docs/api/unknown", "/docs/..%2f.md"])
    expect((await ask(path)).status, path).toBe(404);
  for (const path of ["/docs/quick-start.md", "/docs/search.json", "/llms.txt"])
    expect((await ask(path, { method: "POST" })).status, path).toBe(405);
});

const SCRIPTS = [formScripts.newest, ...formScripts.older];

test.each([
  { path: "/form.js", integrity: formScripts.newest.integrity, cached: "public, max-age=300" },
  ...SCRIPTS.map((version) => ({ ...version, cached: "public, max-age=31536000, immutable" })),
])("$path can be cached, and loaded by any site with its hash", async (expected) => {
  for (const sent of [{ origin: "https://site.example" }, {}]) {
    const { status, headers, body } = await askAsIs(baseUrl, "GET", expected.path, sent);
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
    const again = await askAsIs(baseUrl, "GET", expected.path, { "if-none-match": headers.etag });
    expect([again.status, again.headers["cache-control"]]).toEqual([304, expected.cached]);
  }
});

test("an unknown version isn't cached, and other methods are rejected", async () => {
  const unknown = await askAsIs(baseUrl, "GET", `/form/v${SCRIPTS.length + 1}.js`);
  expect([unknown.status, unknown.headers["cache-control"]]).toEqual([404, "no-store"]);
  for (const { path } of [{ path: "/form.js" }, ...SCRIPTS]) {
    const { status, headers } = await askAsIs(baseUrl, "POST", path);
    expect([status, headers.allow, headers["cache-control"]]).toEqual([
      405,
      "GET, HEAD",
      "no-store",
    ]);
  }
});
