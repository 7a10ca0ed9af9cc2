import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { launchService } from "#tests/support/setup/server";
import { listen } from "#tests/support/twins/listen";

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "form-intake-rejections-"));
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

/** A start with these settings must fail with one line that begins like this. */
async function expectRejected(env: Record<string, string>, start: string): Promise<void> {
  const port = String(await findFreePort());
  const service = launchService({ env: { PORT: port, DATA_DIR: join(scratch, port), ...env } });
  const code = await service.ended;
  expect([code, service.output().trim()]).toEqual([
    1,
    expect.stringMatching(`^Cannot start: ${start}.*$`),
  ]);
}

test.each([
  ["EMAIL_FROM", { EMAIL_MODE: "live", RESEND_API_KEY: "re_1" }],
  ["UPSTASH_REDIS_REST_TOKEN", { UPSTASH_REDIS_REST_URL: "https://redis.example.com" }],
  ["BASE_URL", { BASE_URL: "forms.example.com" }],
  ["SECRET_KEY", { NODE_ENV: "production", DATABASE_URL: "postgresql://localhost:1/forms" }],
])("a wrong or half-set setting is named in one line: %s", (name, env) =>
  expectRejected(env, `${name} `),
);

test("reports a PORT that's in use in one line, before any slow work", async () => {
  const other = createServer();
  const port = await listen(other);
  await expectRejected({ PORT: String(port) }, `PORT: ${port} is in use`);
  other.close();
});

test.each(["not a host!", "999.1.1.1", "203.0.113.1"])(
  "reports a HOST that it can't listen on in one line: %s",
  (host) => expectRejected({ HOST: host }, `HOST: can't listen on ${host} `),
);

test("reports a DATA_DIR in one line where a file exists, or where it can't write", async () => {
  const file = join(scratch, "file");
  await writeFile(file, "");
  for (const path of [file, "/dev/null/form-intake/data"])
    await expectRejected({ DATA_DIR: path }, `DATA_DIR: no write access to ${path}`);
});

test("reports an unwritable STORAGE_DIR in one line", () =>
  expectRejected(
    { STORAGE_DIR: "/dev/null/form-intake/objects" },
    "STORAGE_DIR: no write access to /dev/null/form-intake/obj",
  ));

test("reports a secret's file that doesn't exist in one line", () =>
  expectRejected(
    { SECRET_KEY_FILE: "/nowhere/secret-key" },
    "SECRET_KEY_FILE: /nowhere/secret-key doesn't exist",
  ));

test("reports an unreachable DATABASE_URL in one line", async () => {
  const url = `postgresql://no one@127.0.0.1:${await findFreePort()}/forms`;
  await expectRejected({ DATABASE_URL: url }, "DATABASE_URL: .*ECONNREFUSED");
});

const run = promisify(execFile);

test.each(["18.20.4", "20.18.3"])("rejects Node %s in one line", async (version) => {
  const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const start = run(process.execPath, [
    "--import",
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    join(ROOT, "scripts/install.mjs"),
  ]);
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: `Node.js ${version} is too old: Form Intake needs 20.19 or newer.\n`,
  });
});
