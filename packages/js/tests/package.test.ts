import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../../server/start/checkout";
import { createForm } from "../../../tests/support/factories/factories";
import { createSubmission } from "../../../tests/support/factories/message-factories";
import { startApiServer } from "../../../tests/support/twins/api-server";
import { listen } from "../../../tests/support/twins/listen";
import { VERSION } from "../src/call";
import { verifyWebhook } from "../src/form-intake";
import { makeCleanFolder, setUp, signedEvent } from "./clean-folder";

// The API, and two addresses of services that moved away or don't respond.
const { baseUrl, stop } = await startApiServer((request, response) => {
  if (request.url?.startsWith("/silent/")) return;
  response.writeHead(308, { location: "https://forms.example.com" }).end();
});

let clean: Awaited<ReturnType<typeof makeCleanFolder>>;
beforeAll(async () => {
  clean = await makeCleanFolder();
}, 120_000);
afterAll(async () => {
  stop();
  await clean.remove();
});

test.each([
  ["Node", () => process.execPath, ["run.ts"]],
  ["Deno", () => clean.program("@deno/*/deno"), ["run", "--allow-net=127.0.0.1", "run.ts"]],
  ["Bun", () => clean.program("@oven/bun-*/bin/bun"), ["run.ts"]],
  ["an edge runtime", () => process.execPath, ["--experimental-vm-modules", "run-edge.mjs"]],
])("the packed client works in %s with the real API", async (_, program, args) => {
  const { token, recipientId } = await setUp();
  const config = { baseUrl, token, recipientId, event: signedEvent() };
  const output = await clean.run(program(), [...args, JSON.stringify(config)]);
  expect(JSON.parse(output)).toEqual({
    names: [null, "Ada", "Zoë"],
    isRepeated: true,
    hasMore: true,
    fields: { name: "Zoë", message: "Hello 👋", tags: ["a", "b"] },
    file: "some notes",
    csvLines: 4,
    isAborted: true,
    network: ["308 unexpected_response", "0 timeout", "0 connection_failed"],
    statuses: ["Contact us", "paused", "pending", true],
    codes: [
      "not_found",
      "validation_failed",
      "form_paused",
      "verification_cooldown",
      "token_missing",
    ],
    details: ["name"],
    hasRequestIds: true,
    isWaitKnown: true,
    events: ["webhook.test", "Zoë says hi"],
    isForgeryRejected: true,
    isGone: true,
  });
});

/** The guide's command, with a form's ID and the address to forward to. */
function listenCommand(formId: string, to: string): string {
  const guide = readFileSync(join(ROOT, "docs/guides/local-webhooks.md"), "utf8");
  const [, code = ""] = /^```sh norun\n(.*?)^```/ms.exec(guide) ?? [];
  return code
    .replace("https://forms.example.com", baseUrl)
    .replace("YOUR_FORM_ID", formId)
    .replace("http://localhost:4000", to);
}

test("the guide's listen command forwards each new submission once, as a signed event", async () => {
  const { workspace, token } = await setUp();
  const form = await createForm(workspace, { name: "Contact" });
  await createSubmission(workspace, form, { fields: { message: "Before" } });
  let output = "";
  const received: string[] = [];
  const target = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, secret = ""] = /Signing secret: (\S+)/.exec(output) ?? [];
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secret);
    if (event.type === "submission.created")
      received.push(`${request.url} ${event.data.submission.fields.message}`);
    response.writeHead(received.length === 1 ? 500 : 204).end();
  });
  const to = `http://127.0.0.1:${await listen(target)}`;
  const child = spawn("bash", ["-euc", listenCommand(form.id, to)], {
    cwd: clean.folder,
    env: { ...process.env, FORM_INTAKE_TOKEN: token },
    // npx passes no signal on: all of them get it, as in a terminal.
    detached: true,
  });
  child.stdout.on("data", (text) => {
    output += text;
  });
  const printed = (text: RegExp) => expect.poll(() => output, { timeout: 30_000 }).toMatch(text);
  await printed(/Forwarding new submissions of “Contact”/);
  await createSubmission(workspace, form, { fields: { message: "First" } });
  await createSubmission(workspace, form, { folder: "spam" });
  await createSubmission(workspace, form, { fields: { message: "Second" }, folder: "archive" });
  await printed(/ 500\n.* 204\n/);
  expect(received).toEqual(["/hook First", "/hook Second"]);
  const ended = once(child, "exit");
  process.kill(-(child.pid ?? 0), "SIGINT");
  await ended;
  target.close();
});

test("the listen command doesn't depend on this machine's clock", async () => {
  const { workspace, token } = await setUp();
  const form = await createForm(workspace);
  const command = join(clean.folder, "node_modules/form-intake/bin/form-intake.js");
  const ahead = "data:text/javascript,const{now}=Date;Date.now=()=>now()+3600000";
  const env = { ...process.env, FORM_INTAKE_TOKEN: token, FORM_INTAKE_URL: baseUrl };
  const args = [command, "listen", "--form", form.id, "--to", "http://127.0.0.1:9"];
  const child = spawn(process.execPath, ["--import", ahead, ...args], { env });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  const printed = (text: RegExp) => expect.poll(() => output, { timeout: 30_000 }).toMatch(text);
  await printed(/Signing secret/);
  const { id } = await createSubmission(workspace, form);
  await printed(new RegExp(id));
  const ended = once(child, "exit");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});

test.each([
  [["listen", "--to", "http://localhost:4000"], /--form/],
  [["listen", "--form", "x", "--to", "localhost"], /isn't an http or https URL/],
  [["listen", "--form", "01a00000-0000-7000-8000-000000000000", "--to", "http://localhost"], /./],
])("the listen command shows what's wrong with %j", async (args, message) => {
  const { token } = await setUp();
  const command = join(clean.folder, "node_modules/form-intake/bin/form-intake.js");
  const env = { FORM_INTAKE_TOKEN: token, FORM_INTAKE_URL: baseUrl };
  const failure = await clean
    .run(process.execPath, [command, ...args], env)
    .catch((error) => error);
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  target: "es2022",
  module: "nodenext",
  allowImportingTsExtensions: true,
};
const NODE = { types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] };

test.each([
  ["web types", { lib: ["es2022", "dom", "dom.iterable"], types: [] }, []],
  ["Node's types alone", { lib: ["es2022"], ...NODE }, ["run.ts"]],
])("its types compile in the strictest mode with %s, and find mistakes", async (_, libs, more) => {
  const files = ["journey.ts", "wrong.ts", ...more];
  const config = JSON.stringify({ compilerOptions: { ...STRICT, ...libs }, files });
  await writeFile(join(clean.folder, "tsconfig.json"), config);
  expect(await clean.run(join(ROOT, "node_modules/.bin/tsc"), [])).toBe("");
});

test("it has under 10 KB of compressed JavaScript, no dependencies and nothing superfluous", async () => {
  const cwd = join(clean.folder, "node_modules/form-intake");
  const paths = globSync("dist/*.js", { cwd });
  const code = await Promise.all(paths.map((path) => readFile(join(cwd, path))));
  const bytes = gzipSync(Buffer.concat(code)).byteLength;
  console.log(`packages/js: ${bytes} bytes of compressed JavaScript`);
  expect(bytes).toBeLessThan(10_000);
  const manifest: unknown = JSON.parse(await readFile(join(cwd, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ type: "module", sideEffects: false, license: "MIT" });
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).toMatchObject({ version: VERSION });
  const files = globSync("**/*", { cwd, withFileTypes: true }).filter((file) => file.isFile());
  const others = files.map(({ name }) => name).filter((name) => !/\.(js|d\.ts)$/.test(name));
  expect(others.sort()).toEqual(["LICENSE", "README.md", "package.json"]);
});
