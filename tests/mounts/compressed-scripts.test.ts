import { brotliDecompressSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { askAsIs } from "#tests/support/contract/odd-request";

const { baseUrl } = inject("mount");

/** The address of a script of the build. */
async function findScript(): Promise<string> {
  const { body } = await askAsIs(baseUrl, "GET", "/sign-in");
  return /\/_next\/static\/[^"]+\.js/.exec(body.toString("utf8"))?.[0] ?? "";
}

test("a script is sent with Brotli to who accepts it, the same and as cacheable as without", async () => {
  const path = await findScript();
  const ask = (encodings: string) =>
    askAsIs(baseUrl, "GET", path, { "accept-encoding": encodings });
  const [plain, small, gzip] = [await ask("identity"), await ask("gzip, br"), await ask("gzip")];
  expect(small.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
  expect(small.body.byteLength).toBeLessThan(gzip.body.byteLength);
  expect([plain, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([
    undefined,
    "gzip",
  ]);
  for (const name of ["cache-control", "content-type", "x-content-type-options"])
    expect(small.headers[name], name).toBe(plain.headers[name]);
  for (const { headers } of [plain, small, gzip]) expect(headers.vary).toContain("Accept-Encoding");
  const etag = small.headers.etag ?? "";
  const again = { "accept-encoding": "br", "if-none-match": etag };
  expect((await askAsIs(baseUrl, "GET", path, again)).status).toBe(304);
});
