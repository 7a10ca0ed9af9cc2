import { type ChildProcess, spawn } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withClient } from "#lib/db/with-client";
import { ROOT } from "#selfhost/checkout";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { databasePid, isAlive, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

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

/** The process of a database whose service was killed a moment ago. */
async function killService(): Promise<number> {
  const program = `
    import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
    await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log("started");`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => owner.stdout.once("data", resolve));
  const pid = await databasePid(dataDir);
  if (!pid) throw new Error("no database is running");
  const ended = new Promise((resolve) => owner.once("exit", resolve));
  owner.kill("SIGKILL");
  await ended;
  return pid;
}

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

test("the embedded database keeps its data across a restart", async () => {
  running = await start();
  await ask(running.url, "CREATE TABLE kept AS SELECT 1 AS value");
  await running.stop();
  running = await start();
  expect(await ask(running.url, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
  expect((await stat(join(dataDir, "postgres-password"))).mode & 0o077).toBe(0);
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

test("rejects a second database on the same data folder and keeps the first running", async () => {
  running = await start();
  await expect(start()).rejects.toThrow(`DATA_DIR: another process is using ${dataDir} `);
  expect(await ask(running.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("the database of a killed service stops automatically, and the next start has its data", async () => {
  const orphan = await killService();
  running = await start();
  expect(await isAlive(orphan)).toBe(false);
  expect(await ask(running.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("starts after a kill of the database server itself", async () => {
  running = await start();
  await ask(running.url, "CREATE TABLE kept AS SELECT 1 AS value");
  process.kill((await databasePid(dataDir)) ?? 0, "SIGKILL");
  await running.ended;
  running = await start();
  expect(await ask(running.url, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
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
