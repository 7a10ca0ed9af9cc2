import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import formScripts from "../../../lib/domain/forms/form-scripts.json" with { type: "json" };
import { bundleFormScript } from "../../../scripts/bundle-form-script";
import { nextAttempt } from "../attempt";

const ROOT = new URL("../../..", import.meta.url).pathname;
const PUBLIC = `${ROOT}public`;
const read = (path: string) => readFileSync(PUBLIC + path, "utf8");
const { newest, older } = formScripts;

test("the newest version is built from the source (npm run form-script), and /form.js is that version", async () => {
  const code = await bundleFormScript();
  expect(read(newest.path)).toBe(code);
  expect(read("/form.js")).toBe(code);
});

test("the script of the hosted form's challenge is built from the source (npm run form-script), and smaller than 3 KB compressed", async () => {
  const code = read("/challenge.js");
  expect(code).toBe(await bundleFormScript("hosted.ts"));
  expect(gzipSync(code).byteLength).toBeLessThan(3072);
});

test("every version ever released is still there, unchanged", () => {
  const versions = [...older, newest];
  expect(versions.map(({ path }) => path)).toEqual(
    versions.map((_, index) => `/form/v${index + 1}.js`),
  );
  expect(readdirSync(`${PUBLIC}/form`)).toHaveLength(versions.length);
  for (const { path, integrity } of versions) {
    const hash = createHash("sha384").update(read(path)).digest("base64");
    expect(`sha384-${hash}`, path).toBe(integrity);
  }
});

test("the guide pins the newest version", () => {
  const guide = readFileSync(`${ROOT}docs/guides/form-js.md`, "utf8");
  expect(guide).toContain(`${newest.path}" defer`);
  expect(guide).toContain(`integrity="${newest.integrity}"`);
});

test("the script is smaller than 8 KB compressed, with the texts of 16 languages, and reads the same in any encoding", () => {
  const code = read(newest.path);
  expect(gzipSync(code).byteLength).toBeLessThan(8192);
  expect(code).toMatch(/^[\x20-\x7e\n]+$/);
});

function formData(entries: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(entries)) data.append(name, value);
  return data;
}

const file = (name: string, lastModified = 1) => new File(["a"], name, { lastModified });
const TYPED = { message: "Hello", file: file("a.txt") };

test("the same content keeps its idempotency key, whatever the challenge", () => {
  const first = nextAttempt(undefined, formData({ ...TYPED, "cf-turnstile-response": "1" }));
  const controls = { altcha: "2", _service_idempotency_key: "x" };
  const again = formData({ ...TYPED, "cf-turnstile-response": "2", ...controls });
  expect(nextAttempt(first, again)).toBe(first);
  expect(first.key).toMatch(/^[\x21-\x7e]{20,128}$/);
});

test.each<[string, Record<string, string | File>]>([
  ["text", { ...TYPED, message: "Hello!" }],
  ["a field", { ...TYPED, name: "" }],
  ["a file", { ...TYPED, file: file("b.txt") }],
  ["a file's content", { ...TYPED, file: file("a.txt", 2) }],
])("another %s is another message with a key of its own", (_what, changed) => {
  const first = nextAttempt(undefined, formData(TYPED));
  const second = nextAttempt(first, formData(changed));
  expect(second.key).not.toBe(first.key);
});
