import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { limitsOf, typeWords } from "#lib/entry/docs/fields";
import { listGuides } from "#lib/entry/docs/guides";
import type { Schema } from "#lib/entry/openapi/document-shape";
import { curlSnippet, exampleRequest, fetchSnippet } from "#lib/entry/openapi/request-snippets";
import { ROOT } from "#server/start/checkout";
import { apiDocument } from "#tests/support/contract/api-document";
import { readBlocks } from "#tests/support/guides/blocks";

const run = promisify(execFile);
const BASE_URL = "https://forms.example.org";

const cases = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const request = exampleRequest(BASE_URL, path, method, operation);
    return { name: operation.operationId, request };
  }),
);

/** The arguments that a shell passes to curl in each of the snippets. */
async function curlArguments(snippets: readonly string[]): Promise<string[][]> {
  const script = ["curl() { printf '%s\\0' \"$@\" 'end of call'; }", ...snippets].join("\n");
  const { stdout } = await run("sh", ["-c", script], {
    env: { ...process.env, FORM_INTAKE_TOKEN: "secret" },
  });
  const calls = stdout.split("end of call\0").slice(0, -1);
  return calls.map((call) => call.split("\0").slice(0, -1));
}

/** The arguments that a script passes to `fetch`. */
async function fetchArguments(snippet: string): Promise<[string, RequestInit | undefined]> {
  const calls: [string, RequestInit | undefined][] = [];
  const fetch = async (url: string, init?: RequestInit) => {
    calls.push([url, init]);
    return Response.json({ data: {} });
  };
  const body = snippet.replace(/^import .*$/m, "");
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await AsyncFunction("fetch", "env", body)(fetch, { FORM_INTAKE_TOKEN: "secret" });
  const [call] = calls;
  if (!call) throw new Error("nothing was fetched");
  return call;
}

test("each curl snippet sends its example", async () => {
  const calls = await curlArguments(cases.map(({ request }) => curlSnippet(request)));
  expect(calls).toHaveLength(cases.length);
  for (const [nth, { name, request }] of cases.entries()) {
    const given = calls[nth] ?? [];
    expect(given, name).toContain(request.url);
    expect(given.includes("Authorization: Bearer secret"), name).toBe(request.needsToken);
    // Without -X, curl sends POST if there is a body and GET otherwise.
    const implied = request.body === null ? "GET" : "POST";
    const method = given.includes("-X") ? given[given.indexOf("-X") + 1] : implied;
    expect(method, name).toBe(request.method);
    if (request.body !== null) expect(given[given.indexOf("-d") + 1], name).toBe(request.body);
  }
});

test.each(cases)("$name: the JavaScript snippet sends the example", async ({ request }) => {
  const [url, init] = await fetchArguments(fetchSnippet(request));
  expect(url).toBe(request.url);
  expect(init?.method ?? "GET").toBe(request.method);
  expect(new Headers(init?.headers).get("authorization")).toBe(
    request.needsToken ? "Bearer secret" : null,
  );
  if (request.body !== null)
    expect(JSON.parse(String(init?.body))).toEqual(JSON.parse(request.body));
});

test("escapes quotes in curl snippets", async () => {
  const request = {
    method: "POST",
    url: `${BASE_URL}/f/key`,
    needsToken: false,
    body: `{"message": "it's $HOME \`here\`"}`,
    file: null,
  };
  const [given] = await curlArguments([curlSnippet(request)]);
  expect(given?.at(-1)).toBe(request.body);
});

const uuid: Schema = { type: "string", format: "uuid" };

test.each<[Schema, string]>([
  [uuid, "UUID"],
  [{ type: "array", items: uuid }, "array of UUIDs"],
  [
    { type: "array", items: { type: "array", items: { type: "string" } } },
    "array of arrays of strings",
  ],
  [{ type: "array", items: { type: "string", format: "email" } }, "array of email addresses"],
  [{ type: "object", additionalProperties: { type: "integer" } }, "object of integers"],
  [{ type: "array", items: { $ref: "#/components/schemas/Form" } }, "array of Form"],
  [{ anyOf: [{ type: "array", items: uuid }, { type: "null" }] }, "array of UUIDs or null"],
])("the type of %j in words", (schema, words) => {
  expect(typeWords(schema)).toBe(words);
});

test("a range of numbers has an en dash", () => {
  expect(limitsOf({ type: "string", minLength: 1, maxLength: 3000 })).toEqual([
    "1–3,000 characters",
  ]);
});

/** As in a new project of Vite or Next.js. */
const OPTIONS = "--noEmit --strict --jsx react-jsx --target es2022 --module esnext";
const LIBRARIES = "--lib es2022,dom,dom.iterable --moduleResolution bundler --skipLibCheck";

test("TypeScript in guides has no type errors in strict mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "form-intake-guide-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const files = listGuides()
    .flatMap(({ slug, markdown }) => readBlocks(slug, markdown))
    .filter(({ language }) => language === "ts" || language === "tsx")
    .map(({ guide, number, language, code }) => {
      const file = `${guide}-${number}.${language}`;
      writeFileSync(join(folder, file), code);
      return file;
    });
  expect(files).toContain("react-2.tsx");
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [tsc, ...`${OPTIONS} ${LIBRARIES}`.split(" "), ...files];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect([stdout, status]).toEqual(["", 0]);
});
