import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { installationKey } from "#lib/adapters/db/installation-key";
import { applyMigrations, readMigrations } from "#lib/adapters/db/migrate";
import { withClient } from "#lib/adapters/db/with-client";
import { objectStore } from "#lib/adapters/files/object-store";
import { createS3ObjectStore } from "#lib/adapters/files/object-store-s3";
import { settings } from "#lib/core/settings/settings";
import { objectKey } from "#lib/domain/submissions/store";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import {
  backUp,
  createEmptyDatabase,
  query,
  readContent,
  readSchema,
  restore,
} from "#tests/support/setup/backup-databases";
import { startS3Twin } from "#tests/support/twins/s3-twin";

const ownUrl = () => settings().databaseUrl ?? "";
const ODD_TEXT = 'A tab\t, a line\nbreak, a \\ backslash, \\N, "quotes", 🦉 and \\.';

/** A submission with a file of this content; returns the file's key. */
async function sendFile(content: string): Promise<string> {
  const workspace = await createWorkspace();
  const form = await createForm(workspace, {
    settings: { uploads: { enabled: true, retentionDays: 10 } },
  });
  const multipart = [
    { name: "message", content: ODD_TEXT },
    { name: "paper", filename: "notes.txt", content },
  ];
  const headers = { accept: "application/json" };
  const id = await acceptedId(await postVisit(form.publicKey, { multipart, headers }));
  const [row] = await query(
    ownUrl(),
    `SELECT object_id AS id FROM attachments WHERE submission_id = '${id}'`,
  );
  return objectKey(workspace.id, String(row?.id));
}

test("a restored database has the rows and rules of the original", async () => {
  await installationKey();
  await createToken(await createWorkspace());
  await sendFile("text");
  await emptyOutbox();
  const { folder, manifest } = await backUp(ownUrl());
  const url = await createEmptyDatabase();
  await restore(folder, url);
  expect(await readContent(url)).toEqual(await readContent(ownUrl()));
  const fresh = await createEmptyDatabase();
  await applyMigrations(fresh);
  expect(await readSchema(url)).toEqual(await readSchema(fresh));
  expect(await applyMigrations(url)).toEqual([]);
  expect(manifest.tables.find(({ name }) => name === "tokens")?.rows).toBeGreaterThan(0);
});

test("an email that was queued in the backup counts as one that may have been sent", async () => {
  await emptyOutbox();
  const { deliveryId } = await queueNotification(new Date());
  const { folder, manifest } = await backUp(ownUrl());
  await emptyOutbox();
  const url = await createEmptyDatabase();
  await restore(folder, url);
  const rows = await query(
    url,
    `SELECT d.status, a.outcome, a.started_at FROM deliveries d
     LEFT JOIN attempts a ON a.delivery_id = d.id WHERE d.id = '${deliveryId}'`,
  );
  const madeAt = new Date(manifest.createdAt);
  expect(rows).toEqual([{ status: "retrying", outcome: "uncertain", started_at: madeAt }]);
});

test("uploaded files go from the disk to the backup and to a bucket, and a deleted one is counted", async () => {
  const key = await sendFile("what the visitor wrote");
  const goneKey = await sendFile("deleted after the snapshot");
  await objectStore().remove(goneKey);
  const { folder, manifest } = await backUp(ownUrl(), { store: objectStore() });
  expect(manifest.files).toMatchObject({ missingCount: 1, missing: [goneKey] });
  expect(await readFile(join(folder, "files", key), "utf8")).toBe("what the visitor wrote");

  const bucket = { accessKeyId: "id", secretAccessKey: "key", region: "eu-1", bucket: "files" };
  const twin = await startS3Twin(bucket);
  try {
    const store = createS3ObjectStore({ ...bucket, endpoint: twin.endpoint });
    await restore(folder, await createEmptyDatabase(), { store });
    expect(twin.objects.size).toBe(manifest.files.count);
    const stored = await store.read(key);
    expect(stored && (await text(stored))).toBe("what the visitor wrote");
    const again = await backUp(ownUrl(), { store });
    expect(again.manifest.files.missing).toEqual([goneKey]);
  } finally {
    await twin.stop();
  }
});

test("a backup and everything in it is readable only by its owner", async () => {
  const { folder } = await backUp(ownUrl());
  const paths = (await readdir(folder, { recursive: true })).map((path) => join(folder, path));
  for (const path of [folder, ...paths]) expect((await stat(path)).mode & 0o077, path).toBe(0);
});

test("a backup doesn't have SECRET_KEY", async () => {
  await installationKey();
  const { folder, manifest } = await backUp(ownUrl());
  const { secretKey = "" } = settings();
  const tables = await readdir(join(folder, "tables"));
  const contents = await Promise.all([
    readFile(join(folder, "manifest.json")),
    ...tables.map(async (name) => zstdDecompressSync(await readFile(join(folder, "tables", name)))),
  ]);
  expect(contents.length).toBe(manifest.tables.length + 1);
  expect(contents.filter((content) => content.includes(secretKey))).toEqual([]);
});

test("a backup that begins during a migration has the migration's data", async () => {
  const url = await createEmptyDatabase();
  await applyMigrations(url);
  await withClient(url, async (migration) => {
    await migration.query("BEGIN; LOCK TABLE workspaces IN ACCESS EXCLUSIVE MODE");
    await migration.query(
      `INSERT INTO workspaces (id, name, plan, created_at)
       VALUES ('019ab000-0000-7000-8000-000000000000', 'Late', 'starter', now());
       ALTER TABLE workspaces ALTER COLUMN name TYPE varchar(100)`,
    );
    const backingUp = backUp(url);
    await expect.poll(() => query(url, "SELECT FROM pg_locks WHERE NOT granted")).toHaveLength(1);
    await migration.query("COMMIT");
    const { manifest } = await backingUp;
    expect(manifest.tables.find(({ name }) => name === "workspaces")?.rows).toBe(1);
  });
});

test("a backup of an earlier version gets the migrations since", async () => {
  const old = await createEmptyDatabase();
  await applyMigrations(old);
  await query(
    old,
    `INSERT INTO workspaces (id, name, plan, created_at)
     VALUES ('019ab000-0000-7000-8000-000000000000', 'Kept', 'starter', now())`,
  );
  const { folder } = await backUp(old);
  const sql = "ALTER TABLE workspaces ADD COLUMN later text NOT NULL DEFAULT 'new'";
  const migrations = [...(await readMigrations()), { name: "9_later", sql, checksum: "later" }];
  const url = await createEmptyDatabase();
  await restore(folder, url, { migrations });
  const kept = await query(url, "SELECT name, later FROM workspaces");
  expect(kept).toEqual([{ name: "Kept", later: "new" }]);
  expect(await applyMigrations(url, { migrations })).toEqual([]);
});

test("tables of others in the database are left out", async () => {
  const url = await createEmptyDatabase();
  await applyMigrations(url);
  await query(url, "CREATE TABLE reports (id int); INSERT INTO reports VALUES (1)");
  const { folder } = await backUp(url);
  const lines: string[] = [];
  const target = await createEmptyDatabase();
  await restore(folder, target, { log: (line) => lines.push(line) });
  expect(lines).toContain("The table reports isn't one of the service's; it's left out");
  expect(await query(target, "SELECT to_regclass('reports') AS found")).toEqual([{ found: null }]);
});

test("a backup that fails leaves nothing behind", async () => {
  await sendFile("text");
  const parent = dirname((await backUp(ownUrl())).folder);
  const failing = { ...objectStore(), read: () => Promise.reject(new Error("the disk is gone")) };
  const folder = join(parent, "second");
  await expect(backUp(ownUrl(), { store: failing, folder })).rejects.toThrow("the disk is gone");
  const signal = AbortSignal.abort();
  await expect(backUp(ownUrl(), { signal, folder })).rejects.toThrow(/aborted/);
  expect(await readdir(parent)).toEqual(["backup"]);
});

test("a backup doesn't replace another, and there is none of a database without tables", async () => {
  const { folder } = await backUp(ownUrl());
  await expect(backUp(ownUrl(), { folder })).rejects.toThrow(`${folder} already exists`);
  await expect(backUp(await createEmptyDatabase())).rejects.toThrow("nothing to back up");
});
