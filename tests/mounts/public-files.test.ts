import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#scripts/checkout";
import { removeDataDir } from "#tests/support/data-folder";
import { startServer, type TestService } from "#tests/support/server";

const BASE_URL = "https://forms.example.com";
const DAY_MS = 86_400_000;

let service: TestService;

beforeAll(async () => {
  service = await startServer({ env: { BASE_URL, SECURITY_CONTACT: "security@example.com" } });
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(service.dataDir);
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.baseUrl + path, { redirect: "manual", ...init });
}

const TYPES: Record<string, RegExp> = {
  ico: /^image\/(x-icon|vnd\.microsoft\.icon)$/,
  png: /^image\/png$/,
  svg: /^image\/svg\+xml$/,
  txt: /^text\/plain; charset=utf-8$/i,
  webmanifest: /^application\/manifest\+json/,
};

test.each(readdirSync(join(ROOT, "public")))(
  "/%s is served with its type, is not cached, and may be asked for with any header",
  async (name) => {
    for (const headers of [new Headers(), new Headers({ authorization: "Bearer x" })]) {
      const answer = await ask(`/${name}`, { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(TYPES[name.split(".").at(-1) ?? ""] ?? "");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("x-request-id")).toBeTruthy();
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  },
);

test("pages name the icons, the manifest and the social image, by the address of the service", async () => {
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
      expect(html).toContain(`<meta ${property} content="${BASE_URL}/og.png"/>`);
    expect(html).toMatch(/<meta name="theme-color" [^>]*content="#f9fafc"/);
  }
});

test("pages under /f/ ask not to be indexed", async () => {
  for (const path of ["/f/unknown", "/f/unknown/thanks", "/f/unknown/nothing"])
    expect(await (await ask(path)).text()).toMatch(/<meta name="robots" content="noindex/);
});

test("security.txt names the contact, and expires within a year", async () => {
  const answer = await ask("/.well-known/security.txt", { headers: { authorization: "Bearer x" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const [contact, expires = "", ...rest] = (await answer.text()).split("\n");
  expect(contact).toBe("Contact: mailto:security@example.com");
  const days = (Date.parse(expires.replace("Expires: ", "")) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(rest).toEqual([
    "Preferred-Languages: en",
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
    "",
  ]);
  expect((await ask("/.well-known/security.txt", { method: "HEAD" })).status).toBe(200);
  expect((await ask("/.well-known/security.txt", { method: "PUT" })).status).toBe(405);
});
