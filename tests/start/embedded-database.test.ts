import { type ChildProcess, spawn } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withClient } from "#lib/adapters/db/with-client";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { isAlive, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

let dataDir: string;
let running: EmbeddedDatabase | undefined;
let helper: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await makeDataDir();
});

afterEach(async () => {
  helper?.kill("SIGKILL");
  await running?.stop();
  running = undefined;
  helper = undefined;
  await removeDataDir(dataDir);
});

const start = () => startEmbeddedDatabase({ dataDir, log: () => {} });

/** The rows of a statement. */
const ask = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query(sql)).rows);

test("the embedded database uses full durability, listens only on loopback, and requires its password", async () => {
  running = await start();
  const rows = await ask(
    running.url,
    `SELECT name, setting FROM pg_settings WHERE name IN
       ('fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit')
     ORDER BY name`,
  );
  expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    "fsync=on",
    "full_page_writes=on",
    "listen_addresses=127.0.0.1",
    "synchronous_commit=on",
  ]);
  const server = await readFile(join(running.directory, "cluster", "postmaster.pid"), "utf8");
  const socketDirectory = server.split("\n")[4];
  expect(socketDirectory).toBe("");
  const stranger = new URL(running.url);
  stranger.password = "guess";
  await expect(ask(stranger.href, "SELECT 1")).rejects.toThrow("password authentication failed");
});

test("stores the cluster elsewhere when the database's account can't access the data folder, and reuses it", async () => {
  await chmod(dataDir, 0o700);
  running = await start();
  const { directory } = running;
  expect(directory.startsWith(dataDir)).toBe(process.getuid?.() !== 0);
  await running.stop();
  running = await start();
  expect(running.directory).toBe(directory);
});

test("of two first starts at once, one runs and the other reports why it doesn't", async () => {
  const starts = await Promise.allSettled([start(), start()]);
  running = starts.find((each) => each.status === "fulfilled")?.value;
  const failure = starts.find((each) => each.status === "rejected")?.reason;
  expect(failure).toMatchObject({ name: "StartError" });
  expect(await ask(running?.url ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("ignores a stale database lock file whose process ID belongs to another process", async () => {
  running = await start();
  await running.stop();
  const { uid, gid } = await stat(join(running.directory, "cluster"));
  helper = spawn("/bin/sleep", ["60"], { uid, gid, cwd: "/" });
  const lockFile = join(running.directory, "cluster", "postmaster.pid");
  await writeFile(lockFile, `${helper.pid}\n${join(running.directory, "cluster")}\n`);
  running = await start();
  expect(await isAlive(helper.pid ?? 0)).toBe(true);
});

test("a cluster of another PostgreSQL isn't touched: one line names both versions and the way out", async () => {
  running = await start();
  const path = join(running.directory, "cluster", "PG_VERSION");
  await running.stop();
  const [own] = (await readFile(path, "utf8")).split("\n");
  await writeFile(path, "17\n");
  await expect(start()).rejects.toMatchObject({
    name: "StartError",
    message: `DATA_DIR: its database is of PostgreSQL 17, and this version has PostgreSQL ${own}. Make a backup with the version of the service that ran it, and restore that with this one into a new DATA_DIR`,
  });
  await writeFile(path, `${own}\n`);
  running = await start();
});
