import { copyFile, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Form } from "#lib/domain/forms/schema";
import { sendVisit } from "#tests/support/drills/drill-visitors";
import { Owner } from "#tests/support/factories/owner";
import { eventually, sendFiles } from "#tests/support/factories/service-requests";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";
import { peakBytes } from "#tests/support/setup/resident-memory";
import { launchCommand, startServer, type TestService } from "#tests/support/setup/server";

const VISITORS = 20;
/** Submissions before the backup begins. */
const BEFORE = 200;
const FILE = new File(["what the visitor wrote"], "notes.txt", { type: "text/plain" });
/** About half of it is the code. */
const MAX_BYTES = 220_000_000;
const BIG_BYTES = 400_000_000;
const env = {
  DEFAULT_PLAN: "scale",
  INTAKE_IP_RATE_LIMIT: "1000000",
  INTAKE_FORM_RATE_LIMIT: "1000000",
  MANAGEMENT_RATE_LIMIT: "1000000",
};

let service: TestService;
let targetDir: string;
let folder: string;
const running: TestService[] = [];

/** Runs a command to its end; returns its output and the most memory that it took. */
async function run(command: string, dataDir: string, ...args: string[]) {
  const launched = launchCommand(command, { DATA_DIR: dataDir }, ...args);
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, peakBytes(launched.child.pid ?? 0) ?? 0);
  }, 20);
  const code = await launched.ended;
  clearInterval(watching);
  return { code, output: launched.output(), peak };
}

/** Visitors who come until `stop` is called, which returns the IDs of the accepted submissions. */
function startVisitors(form: Form) {
  const accepted: string[] = [];
  let isOver = false;
  let count = 0;
  const visit = async () => {
    while (!isOver) {
      const id = await sendVisit(service.baseUrl, form, `visitor-${++count}`);
      if (id === null) throw new Error("the service was away");
      accepted.push(id);
    }
  };
  const visits = Promise.all(Array.from({ length: VISITORS }, visit));
  const stop = async () => {
    isOver = true;
    await visits;
  };
  return { accepted, stop };
}

/** Counts the captured notifications of each submission. */
async function countNotifications(dataDir: string): Promise<Map<string, number>> {
  return withEmbeddedDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ id: string; count: number }>(
      `SELECT substring(text FROM '/inbox/([0-9a-f-]{36})') AS id, count(*)::int
       FROM captured_emails WHERE kind = 'notification' GROUP BY 1`,
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  });
}

beforeAll(async () => {
  service = await startServer({ env });
  running.push(service);
  targetDir = await makeDataDir();
  folder = join(targetDir, "..", `backup-${process.pid}-${Date.now()}`);
});

afterAll(async () => {
  for (const each of running) await each.stop();
  for (const { dataDir } of running) await removeDataDir(dataDir);
  await removeDataDir(targetDir);
  await removeDataDir(folder);
});

describe("a backup taken while submissions arrive", () => {
  let owner: Owner;
  let before: string[];
  let fileId: string;
  let sentBefore: Map<string, number>;

  test("is complete, and no submission is rejected while it runs", async () => {
    owner = await Owner.signUp(service.baseUrl);
    const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
    fileId = await sendFiles(service.baseUrl, form, { name: "With a file" }, [FILE]);
    const { accepted, stop } = startVisitors(form);
    await eventually("submissions", async () => accepted.length >= BEFORE || undefined);
    sentBefore = await eventually("a notification", async () => {
      const counts = await countNotifications(service.dataDir);
      return counts.size > 0 ? counts : undefined;
    });
    before = [fileId, ...accepted];
    const { code, output } = await run("backup", service.dataDir, folder);
    const during = accepted.length - before.length;
    await stop();
    expect(code, output).toBe(0);
    expect(output).toContain("1 uploaded file (22 bytes)");
    expect(during, "submissions during the backup").toBeGreaterThan(0);
  });

  test("isn't restored without its SECRET_KEY, or into the data folder of a service", async () => {
    const keyless = await run("restore", targetDir, folder);
    expect([keyless.code, keyless.output]).toEqual([
      1,
      expect.stringContaining("Cannot restore: SECRET_KEY is missing"),
    ]);
    expect(await readdir(targetDir)).toEqual([]);
    const occupied = await run("restore", service.dataDir, folder);
    expect([occupied.code, occupied.output]).toEqual([
      1,
      expect.stringContaining("Cannot restore: the database isn't empty"),
    ]);
  });

  test("becomes a service with every submission acknowledged before, files, tokens, and emails, which sends nothing twice", async () => {
    await service.stop();
    await copyFile(join(service.dataDir, "secret-key"), join(targetDir, "secret-key"));
    const restored = await run("restore", targetDir, folder);
    expect(restored.code, restored.output).toBe(0);
    const sentInBackup = await startRestored();
    owner.baseUrl = service.baseUrl;

    const stored = new Set((await owner.listMessages()).map(({ id }) => id));
    expect(before.filter((id) => !stored.has(id))).toEqual([]);
    const { attachments } = await owner.readMessage(fileId);
    const path = `/submissions/${fileId}/attachments/${attachments[0]?.id}`;
    expect(await (await owner.api("GET", path, 200)).text()).toBe(await FILE.text());

    for (const id of sentBefore.keys()) expect(sentInBackup.has(id)).toBe(true);
    const sent = await eventually("all notifications", async () => {
      const counts = await countNotifications(service.dataDir);
      return counts.size >= stored.size ? counts : undefined;
    });
    expect([...sent.keys()].sort()).toEqual([...stored].sort());
    expect(new Set(sent.values())).toEqual(new Set([1]));
  });
});

/** Starts the service on the restored folder; returns the emails it had sent before. */
async function startRestored(): Promise<Map<string, number>> {
  service = await startServer({ dataDir: targetDir, env: { ...env, OUTBOX_INTERVAL_MS: "200" } });
  running.push(service);
  return countNotifications(targetDir);
}

describe("a database of 400 MB", () => {
  const backup = () => `${folder}-big`;

  beforeAll(async () => {
    await withEmbeddedDatabase(service.dataDir, (client) =>
      client.query(
        `INSERT INTO captured_emails (id, workspace_id, series_key, kind, "to", "from", subject, headers,
           html, text, created_at)
         SELECT gen_random_uuid(), w.id, gen_random_uuid(), 'account', 'a@example.com', 'b@example.com',
           'Large', '{}', repeat(md5(n::text), $1::int / 20000 / 32), '', now()
         FROM generate_series(1, 20000) n, (SELECT id FROM workspaces LIMIT 1) w`,
        [BIG_BYTES],
      ),
    );
  });

  afterAll(() => removeDataDir(backup()));

  test("is backed up and restored in little memory", async () => {
    const saved = await run("backup", service.dataDir, backup());
    expect(saved.code, saved.output).toBe(0);
    expect(saved.peak).toBeLessThan(MAX_BYTES);
    const dataDir = await makeDataDir();
    await copyFile(join(service.dataDir, "secret-key"), join(dataDir, "secret-key"));
    const restored = await run("restore", dataDir, backup());
    await removeDataDir(dataDir);
    expect(restored.code, restored.output).toBe(0);
    expect(restored.peak).toBeLessThan(MAX_BYTES);
  });

  test("a backup that is stopped by a signal leaves nothing behind", async () => {
    const path = `${folder}-stopped`;
    const launched = launchCommand("backup", { DATA_DIR: service.dataDir }, path);
    await eventually(
      "the backup",
      async () => launched.output().includes("the database") || undefined,
    );
    launched.child.kill("SIGTERM");
    expect([await launched.ended, launched.output()]).toEqual([
      1,
      expect.stringContaining("Cannot back up: stopped"),
    ]);
    const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(basename(path)));
    expect(left).toEqual([]);
  });
});

test("a stopped service is backed up too, by default into its data folder", async () => {
  await service.stop();
  const { code, output } = await run("backup", service.dataDir);
  expect(code, output).toBe(0);
  expect(await readdir(join(service.dataDir, "backups"))).toHaveLength(1);
});

test("a backup of a folder without a database fails, and creates none", async () => {
  const dataDir = await makeDataDir();
  const { code, output } = await run("backup", dataDir);
  expect([code, output]).toEqual([
    1,
    `Cannot back up: DATA_DIR: there's no database in ${dataDir}\n`,
  ]);
  expect(await readdir(dataDir)).toEqual([]);
  await removeDataDir(dataDir);
});
