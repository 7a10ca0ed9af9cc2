import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { installationKey } from "#lib/adapters/db/installation-key";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { createDiskObjectStore } from "#lib/adapters/files/object-store-disk";
import { newId } from "#lib/core/ids";
import { knownKeyIds } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { createWorkspace } from "#tests/support/factories/factories";
import {
  backUp,
  createEmptyDatabase,
  makeFolder,
  query,
  readContent,
  restore,
  signAgain,
} from "#tests/support/setup/backup-databases";

const FILE = "kept whatever happens";
const TABLES = "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'";

const ownUrl = () => settings().databaseUrl ?? "";
let key: string;
let target: string;
let folder: string;

/** A file of the storage, as its row and its bytes. */
async function storeFile(store: ReturnType<typeof createDiskObjectStore>): Promise<void> {
  const bytes = Buffer.from(FILE);
  await store.write(key, bytes, bytes.byteLength, "text/plain");
}

beforeAll(async () => {
  await installationKey();
  const { id } = await createWorkspace();
  const objectId = newId();
  key = `${id}/${objectId}`;
  await query(
    ownUrl(),
    `INSERT INTO objects (workspace_id, id, status, size_bytes, created_at)
     VALUES ('${id}', '${objectId}', 'stored', ${FILE.length}, now())`,
  );
  target = await createEmptyDatabase();
});

beforeEach(async () => {
  const store = createDiskObjectStore(await makeFolder());
  await storeFile(store);
  ({ folder } = await backUp(ownUrl(), { store }));
});

const read = (path: string) => readFile(join(folder, path));

/** Checksums get the service's signature, which damage wouldn't have: the other checks show what they find. */
async function change(path: string, edit: (content: string) => string): Promise<void> {
  await writeFile(join(folder, path), edit((await read(path)).toString("latin1")), "latin1");
  if (path === "SHA256SUMS") await signAgain(folder);
}

/** Changes the manifest and its checksum: only what's restored can show that something is wrong. */
async function changeManifest(edit: (content: string) => string): Promise<void> {
  const sumOf = async () =>
    createHash("sha256")
      .update(await read("manifest.json"))
      .digest("hex");
  const before = await sumOf();
  await change("manifest.json", edit);
  const after = await sumOf();
  await change("SHA256SUMS", (text) => text.replace(before, after));
}

/** Replaces a table by one without rows, in the checksums and the manifest too. */
async function emptyTable(name: string): Promise<void> {
  const path = `tables/${name}.copy.zst`;
  const empty = zstdCompressSync("");
  await writeFile(join(folder, path), empty);
  const sum = createHash("sha256").update(empty).digest("hex");
  await change("SHA256SUMS", (text) => text.replace(new RegExp(`.*  ${path}`), `${sum}  ${path}`));
  const count = new RegExp(`("${name}",.*?"rows": )\\d+`, "s");
  await changeManifest((text) => text.replace(count, "$10"));
}

/** Removes a table from the folder, the checksums, and the manifest. */
async function leaveOutTable(name: string): Promise<void> {
  await rm(join(folder, `tables/${name}.copy.zst`));
  await change("SHA256SUMS", (text) => text.replace(new RegExp(`.* tables/${name}\\..*\n`), ""));
  await changeManifest((text) => {
    const manifest: { tables: { name: string }[] } = JSON.parse(text);
    const tables = manifest.tables.filter((table) => table.name !== name);
    return JSON.stringify({ ...manifest, tables });
  });
}

const flip = (text: string) => `${text.slice(0, -1)}${text.at(-1) === "x" ? "y" : "x"}`;
const cut = (text: string) => text.slice(0, -2);
const USERS = "tables/users.copy.zst";

describe("a restore rejects", () => {
  const rejections: [string, () => Promise<unknown>, string | RegExp][] = [
    ["a changed table", () => change(USERS, flip), `${USERS} doesn't match its checksum`],
    ["a cut table", () => change(USERS, cut), `${USERS} doesn't match its checksum`],
    ["a missing table", () => rm(join(folder, USERS)), `${USERS} is missing`],
    ["a changed file", () => change(`files/${key}`, flip), /files\/\S+ doesn't match/],
    ["a missing file", () => rm(join(folder, "files", key)), /files\/\S+ is missing/],
    ["a cut manifest", () => change("manifest.json", cut), "manifest.json isn't complete"],
    ["a changed manifest", () => change("manifest.json", (text) => `${text} `), "doesn't match"],
    [
      "checksums without a table",
      () => change("SHA256SUMS", (text) => text.replace(/.*users\.copy.*\n/, "")),
      `SHA256SUMS lacks ${USERS}`,
    ],
    [
      "checksums without a file",
      () => change("SHA256SUMS", (text) => text.replace(/.* files\/.*\n/, "")),
      "lists 0 uploaded files instead of 1",
    ],
    ["cut checksums", () => change("SHA256SUMS", cut), /isn't valid|is missing|lacks/],
    [
      "checksums of paths outside of the folder",
      () => change("SHA256SUMS", (text) => text.replace("tables/users", "tables/../users")),
      "isn't valid",
    ],
    ["an incomplete backup", () => rm(join(folder, "manifest.json")), "there's no backup in"],
    [
      "a later format",
      () => changeManifest((text) => text.replace('"format": 1', '"format": 2')),
      "made by a later version of the service (format 2)",
    ],
    [
      "the backup of a later version",
      () =>
        changeManifest((text) =>
          text.replace('"migrations": [', '"migrations": [{"name": "9_later", "checksum": "f"},'),
        ),
      "doesn't have its migration 9_later",
    ],
    [
      "rows that aren't as many as counted",
      () => changeManifest((text) => text.replace(/("objects",.*?"rows": )1/s, "$12")),
      "objects has 1 rows instead of 2",
    ],
    [
      "a table left out everywhere",
      () => leaveOutTable("form_checks"),
      "it lacks the table form_checks",
    ],
    [
      "rows without what they refer to",
      () => emptyTable("workspaces"),
      /violates foreign key constraint/,
    ],
  ];

  test.each(rejections)("%s, and changes nothing", async (_what, damage, reason) => {
    await damage();
    await expect(restore(folder, target)).rejects.toThrow(reason);
    expect(await query(target, TABLES)).toEqual([{ count: 0 }]);
  });

  test("another SECRET_KEY", async () => {
    const [own] = knownKeyIds();
    await expect(restore(folder, target, { keyIds: ["0123456789abcdef"] })).rejects.toThrow(
      `SECRET_KEY isn't the key of the backed-up service, which has the ID ${own} (this one: 0123456789abcdef)`,
    );
    expect(await query(target, TABLES)).toEqual([{ count: 0 }]);
  });

  test("a database that has rows: they stay, and no file is stored", async () => {
    const before = await readContent(ownUrl());
    const storage = await makeFolder();
    const store = createDiskObjectStore(storage);
    await expect(restore(folder, ownUrl(), { store })).rejects.toThrow(
      /the database isn't empty: the table \w+ has rows/,
    );
    expect(await readContent(ownUrl())).toEqual(before);
    expect(await readdir(storage)).toEqual([]);
  });

  test("a database with a migration that the backup lacks", async () => {
    const url = await createEmptyDatabase();
    const later = { name: "9_later", sql: "CREATE TABLE later ()", checksum: "later" };
    await applyMigrations(url, { migrations: [later] });
    await expect(restore(folder, url)).rejects.toThrow("already has the migration 9_later");
  });
});

test("a restore can be repeated after a failure, into a database that was migrated before too", async () => {
  const url = await createEmptyDatabase();
  await applyMigrations(url);
  const storage = await makeFolder();
  const store = createDiskObjectStore(storage);
  const failing = { ...store, write: () => Promise.reject(new Error("the disk is full")) };
  await expect(restore(folder, url, { store: failing })).rejects.toThrow("the disk is full");
  await restore(folder, url, { store });
  expect(await readContent(url)).toEqual(await readContent(ownUrl()));
  expect(await readFile(join(storage, key), "utf8")).toBe(FILE);
});

test("a restore notices a storage that doesn't keep its files", async () => {
  const url = await createEmptyDatabase();
  onTestFinished(async () => expect(await query(url, TABLES)).toEqual([{ count: 0 }]));
  const store = { ...createDiskObjectStore(await makeFolder()), write: async () => undefined };
  await expect(restore(folder, url, { store })).rejects.toThrow(`doesn't return the file ${key}`);
});
