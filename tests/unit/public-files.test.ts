import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { METHODS } from "#lib/entry/http/http-types";
import { securityText, securityTxtRoute } from "#lib/entry/mcp/well-known";
import { ErrorBody } from "#tests/support/contract/check-answer";

const ROOT = new URL("../..", import.meta.url).pathname;
const read = (name: string) => readFileSync(`${ROOT}/public/${name}`);

/** Width and height of a PNG, from its first chunk. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

const Manifest = z.object({
  start_url: z.literal("/"),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
});

test("the icons in the web manifest exist in the declared sizes", () => {
  const { icons } = Manifest.parse(JSON.parse(read("site.webmanifest").toString()));
  for (const { src, sizes } of icons.filter((icon) => icon.sizes !== "any"))
    expect(sizeOf(read(src)), src).toBe(sizes);
  expect(icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512", "512x512"]);
  expect(icons.filter(({ purpose }) => purpose === "maskable")).toHaveLength(1);
});

test("the touch icon and social image have the expected sizes", () => {
  expect(sizeOf(read("apple-touch-icon.png"))).toBe("180x180");
  expect(sizeOf(read("og.png"))).toBe("1200x630");
});

test("the favicon has images of 16, 32, and 48 pixels", () => {
  const ico = read("favicon.ico");
  expect(ico.readUInt16LE(2), "an icon").toBe(1);
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const start = ico.readUInt32LE(entry + 12);
    return sizeOf(ico.subarray(start, start + ico.readUInt32LE(entry + 8)));
  });
  expect(sizes).toEqual(["16x16", "32x32", "48x48"]);
});

test("each picture in public/guides is in a guide, in light and dark, with its size, and under 60 KB", () => {
  const guides = globSync("docs/guides/*.md", { cwd: ROOT }).map((file) =>
    readFileSync(`${ROOT}/${file}`, "utf8"),
  );
  const shown = guides.flatMap((text) => [
    ...text.matchAll(/\]\(\.\.\/\.\.\/public\/guides\/([\w-]+)-light\.png "(\d+)x(\d+)"\)/g),
  ]);
  const files = shown.flatMap(([, name, width, height]) =>
    ["light", "dark"].map((look) => {
      const picture = read(`guides/${name}-${look}.png`);
      // For screens with two pixels a point.
      expect(sizeOf(picture), name).toBe(`${2 * Number(width)}x${2 * Number(height)}`);
      expect(picture.byteLength, name).toBeLessThan(60_000);
      return `${name}-${look}.png`;
    }),
  );
  expect(readdirSync(`${ROOT}/public/guides`).toSorted()).toEqual(files.toSorted());
});

test("the layout or the manifest references every file in public but our scripts for forms", () => {
  const conventions = "app/**/{favicon,icon,apple-icon,opengraph-image,manifest,robots}.*";
  expect(globSync(conventions, { cwd: ROOT })).toEqual([]);
  const named = readFileSync(`${ROOT}/app/layout.tsx`, "utf8") + read("site.webmanifest");
  const others = ["challenge.js", "form", "form.js", "guides", "robots.txt"];
  const files = readdirSync(`${ROOT}/public`).filter((name) => !others.includes(name));
  for (const file of files) expect(named, file).toContain(`"/${file}"`);
});

/** Returns whether robots.txt disallows a path. Rules are prefixes unless they end in `$`. */
function isDisallowed(path: string): boolean {
  const rules = read("robots.txt")
    .toString()
    .matchAll(/^Disallow: (\S+)$/gm);
  return [...rules].some(([, rule = ""]) =>
    rule.endsWith("$") ? path === rule.slice(0, -1) : path.startsWith(rule),
  );
}

test("robots.txt disallows the dashboard, the auth pages, and the APIs, but no public pages", () => {
  const pages = globSync("app/{(dashboard),(auth)}/**/page.tsx", { cwd: ROOT }).map((file) => {
    const parts = file.split("/").slice(1, -1);
    return `/${parts.filter((part) => !part.startsWith("(")).join("/")}`;
  });
  expect(pages.length).toBeGreaterThan(25);
  for (const path of [...pages, "/v1/forms", "/api/account"])
    expect(isDisallowed(path), path).toBe(true);
  for (const path of ["/f/key", "/f/key/thanks", "/docs", "/og.png", "/openapi.json", "/form.js"])
    expect(isDisallowed(path), path).toBe(false);
});

test("security.txt returns 404 if no contact is configured", async () => {
  for (const method of METHODS) {
    const response = await securityTxtRoute[method](
      new Request("http://localhost:3000", { method }),
    );
    expect(response.status).toBe(404);
    expect(ErrorBody.parse(await response.json()).error.code).toBe("not_found");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("security.txt contains the contact, its expiry, and the canonical URL on HTTPS", () => {
  const now = Date.parse("2026-11-22T13:00:00Z");
  const text = [
    "Contact: mailto:security@example.com",
    "Expires: 2027-02-20T00:00:00.000Z",
    "Preferred-Languages: en",
    "",
  ];
  const textAt = (baseUrl: string) => securityText("mailto:security@example.com", baseUrl, now);
  expect(textAt("http://localhost:3000").split("\n")).toEqual(text);
  const canonical = "Canonical: https://forms.example.com/.well-known/security.txt";
  expect(textAt("https://forms.example.com").split("\n")).toEqual(text.toSpliced(3, 0, canonical));
});
