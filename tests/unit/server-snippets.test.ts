import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleRequest } from "#lib/http/openapi/request-snippets";
import { phpSnippet, pythonSnippet } from "#lib/http/openapi/server-snippets";
import { findFreePort } from "#selfhost/free-port";
import { apiDocument } from "#tests/support/contract/api-document";
import { hasProgram } from "#tests/support/twins/has-program";

const run = promisify(execFile);

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

const NOTHING: Received = { method: "", url: "", headers: {}, body: "" };
let received: Received[] = [];
let folder = "";
const port = await findFreePort();
const baseUrl = `http://127.0.0.1:${port}`;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "", url = "", headers } = request;
  received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
  response.setHeader("content-type", "application/json");
  response.end('{"data": {}}');
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "form-intake-snippets-"));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const cases = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: operation.operationId,
    request: exampleRequest(baseUrl, path, method, operation),
  })),
);

/** Values that languages write differently, or that quotes would change. */
const STRANGE = {
  name: "strange values",
  request: {
    method: "POST",
    url: `${baseUrl}/f/key`,
    needsToken: false,
    body: JSON.stringify({
      text: `it's "$HOME" \\ {$x} é`,
      list: [],
      object: {},
      none: null,
      yes: true,
    }),
    file: null,
  },
};

/** Each runs all files it's given in one process. */
const LANGUAGES = [
  {
    program: "python3",
    debianPackage: "python3",
    write: pythonSnippet,
    run: ["-W", "error", "-c", "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)"],
  },
  {
    program: "php",
    debianPackage: "php-cli",
    write: phpSnippet,
    run: [
      "-d",
      "display_errors=stderr",
      "-r",
      "foreach (array_slice($argv, 1) as $file) require $file;",
    ],
  },
] as const;

for (const { program, debianPackage, write, run: args } of LANGUAGES) {
  const what = `the ${program} snippet of every operation sends its example`;
  test.runIf(hasProgram(program, debianPackage, what))(what, async () => {
    received = [];
    const sent = [...cases, STRANGE];
    const files = sent.map(({ name }) => join(folder, `${name}.${program}`));
    for (const [index, { request }] of sent.entries())
      await writeFile(files[index] ?? "", write(request));
    const env = { ...process.env, FORM_INTAKE_TOKEN: "secret" };
    const { stderr } = await run(program, [...args, ...files], { cwd: folder, env });
    expect(stderr).toBe("");
    expect(received).toHaveLength(sent.length);
    for (const [index, { name, request }] of sent.entries()) {
      const { method, url, headers, body } = received[index] ?? NOTHING;
      expect([method, baseUrl + url], name).toEqual([request.method, request.url]);
      const authorization = request.needsToken ? "Bearer secret" : undefined;
      expect(headers.authorization, name).toBe(authorization);
      if (request.body === null) expect(body, name).toBe("");
      else expect(JSON.parse(body), name).toEqual(JSON.parse(request.body));
    }
  });
}
