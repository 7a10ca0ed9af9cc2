import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#selfhost/checkout";
import { findFreePort } from "#selfhost/free-port";
import { listen } from "#tests/support/setup/listen";
import { launchService } from "#tests/support/setup/server";

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "form-intake-rejections-"));
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

/** The exit code and output lines of a start that must fail. */
async function rejectedStart(env: Record<string, string>) {
  const port = String(await findFreePort());
  const service = launchService({ env: { PORT: port, DATA_DIR: join(scratch, port), ...env } });
  const code = await service.ended;
  return { code, lines: service.output().trim().split("\n") };
}

test.each([
  ["EMAIL_FROM", { EMAIL_MODE: "live", RESEND_API_KEY: "re_1" }],
  ["UPSTASH_REDIS_REST_TOKEN", { UPSTASH_REDIS_REST_URL: "https://redis.example.com" }],
  ["BASE_URL", { BASE_URL: "forms.example.com" }],
  ["SECRET_KEY", { NODE_ENV: "production", DATABASE_URL: "postgresql://localhost:1/forms" }],
])("a wrong or half-set setting is named in one line: %s", async (name, env) => {
  const { code, lines } = await rejectedStart(env);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(`^Cannot start: ${name} `)]);
});

test("reports a PORT that's in use in one line, before any slow work", async () => {
  const other = createServer();
  const port = await listen(other);
  const { code, lines } = await rejectedStart({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(`^Cannot start: PORT: ${port} is in use`)]);
});

test.each(["not a host!", "999.1.1.1", "203.0.113.1"])(
  "reports a HOST that it can't listen on in one line: %s",
  async (host) => {
    const { code, lines } = await rejectedStart({ HOST: host });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(`^Cannot start: HOST: can't listen on ${host} `)]);
  },
);

test.each([
  [
    "a file exists at its path",
    async () => {
      const path = join(scratch, "file");
      await writeFile(path, "");
      return path;
    },
  ],
  ["the file system denies access", async () => "/proc/form-intake/data"],
])("reports an unwritable DATA_DIR in one line: %s", async (_case, makePath) => {
  const dataDir = await makePath();
  const { code, lines } = await rejectedStart({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(`^Cannot start: DATA_DIR: no write access to ${dataDir}`),
  ]);
});

test("reports an unwritable STORAGE_DIR in one line", async () => {
  const { code, lines } = await rejectedStart({ STORAGE_DIR: "/proc/form-intake/objects" });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching("^Cannot start: STORAGE_DIR: no write access to /proc/form-intake/obj"),
  ]);
});

test("reports an unreachable DATABASE_URL in one line", async () => {
  const { code, lines } = await rejectedStart({
    DATABASE_URL: `postgresql://no one@127.0.0.1:${await findFreePort()}/forms`,
  });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching("^Cannot start: DATABASE_URL: .*ECONNREFUSED")]);
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
