import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { curlSnippet, exampleRequest, fetchSnippet } from "#lib/openapi/request-snippets";
import { apiDocument } from "#tests/support/contract/api-document";

const run = promisify(execFile);
const BASE_URL = "https://forms.example.org";

const cases = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const request = exampleRequest(BASE_URL, path, method, operation);
    return { name: operation.operationId, request };
  }),
);

/** The arguments that a shell passes to curl. */
async function curlArguments(snippet: string): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${snippet}`;
  const { stdout } = await run("sh", ["-c", script], {
    env: { ...process.env, FORM_INTAKE_TOKEN: "secret" },
  });
  return stdout.split("\0").slice(0, -1);
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

test.each(cases)("$name: the curl snippet sends the example", async ({ request }) => {
  const given = await curlArguments(curlSnippet(request));
  expect(given).toContain(request.url);
  expect(given.includes("Authorization: Bearer secret")).toBe(request.needsToken);
  // Without -X, curl sends POST if there is a body and GET otherwise.
  const implied = request.body === null ? "GET" : "POST";
  const method = given.includes("-X") ? given[given.indexOf("-X") + 1] : implied;
  expect(method).toBe(request.method);
  if (request.body !== null) expect(given[given.indexOf("-d") + 1]).toBe(request.body);
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
  const given = await curlArguments(curlSnippet(request));
  expect(given.at(-1)).toBe(request.body);
});
