import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { withClient } from "#lib/db/with-client";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { databasePid, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

test("a second container on a volume waits until the first has stopped", async () => {
  const dataDir = await makeDataDir();
  const start = () => startEmbeddedDatabase({ dataDir, log: () => {} });
  const first = await start();
  await first.stop();
  // The server of another container: its lock is visible here, its process isn't.
  const lock = join(first.directory, "lock");
  const other = spawn("/usr/bin/flock", [lock, "cat"], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    other.stdin.write("It responds once it has the lock.\n");
    await once(other.stdout, "data");
    const starting = start();
    await vi.waitFor(
      async () => {
        const log = await readFile(join(first.directory, "server.log"), "utf8");
        expect(log).toMatch(/FATAL: .*lock is locked by another server/);
      },
      { timeout: 20_000 },
    );
    expect(await databasePid(dataDir)).toBeUndefined();
    other.stdin.end();
    const second = await starting;
    const { rows } = await withClient(second.url, (client) => client.query("SELECT 1 AS one"));
    expect(rows).toEqual([{ one: 1 }]);
    await second.stop();
  } finally {
    other.kill("SIGKILL");
    await removeDataDir(dataDir);
  }
});
