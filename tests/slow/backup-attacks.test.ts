import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { link, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { installationKey } from "#lib/adapters/db/installation-key";
import { createDiskObjectStore } from "#lib/adapters/files/object-store-disk";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { createWorkspace } from "#tests/support/factories/factories";
import {
  backUp,
  createEmptyDatabase,
  makeFolder,
  query,
  restore,
  signAgain,
} from "#tests/support/setup/backup-databases";

const ownUrl = () => settings().databaseUrl ?? "";
const USERS = "tables/users.copy.zst";
let key: string;
let target: string;
let folder: string;

beforeAll(async () => {
  await installationKey();
  const { id } = await createWorkspace();
  const objectId = newId();
  key = `${id}/${objectId}`;
  await query(
    ownUrl(),
    `INSERT INTO objects (workspace_id, id, status, size_bytes, created_at)
     VALUES ('${id}', '${objectId}', 'stored', 4, now())`,
  );
  target = await createEmptyDatabase();
});

beforeEach(async () => {
  const store = createDiskObjectStore(await makeFolder());
  await store.write(key, Buffer.from("file"), 4, "text/plain");
  ({ folder } = await backUp(ownUrl(), { store }));
});

const inBackup = (path: string) => join(folder, path);

/** Adjusts the checksum of a file, as someone would who changed it. */
async function adjustChecksum(path: string): Promise<void> {
  const sum = createHash("sha256")
    .update(await readFile(inBackup(path)))
    .digest("hex");
  const sums = await readFile(inBackup("SHA256SUMS"), "utf8");
  const line = new RegExp(`[0-9a-f]{64}  ${path}`);
  await writeFile(inBackup("SHA256SUMS"), sums.replace(line, `${sum}  ${path}`));
}

async function replaceTable(path: string, edit: (text: string) => string | Buffer): Promise<void> {
  const text = zstdDecompressSync(await readFile(inBackup(path))).toString("utf8");
  await writeFile(inBackup(path), zstdCompressSync(edit(text)));
  await adjustChecksum(path);
}

async function expectRejected(reason: string | RegExp): Promise<void> {
  await expect(restore(folder, target)).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringMatching(reason),
  });
  const tables = "SELECT FROM pg_tables WHERE schemaname = 'public'";
  expect(await query(target, tables)).toEqual([]);
}

describe("someone who can write to a backup, but has no SECRET_KEY, can't", () => {
  test("replace password hashes and adjust the checksums", async () => {
    await replaceTable(USERS, (text) => text.replaceAll("$argon2id$", "$argon2id$x"));
    await expectRejected("the backup was changed: SHA256SUMS.hmac isn't this service's signature");
  });

  test("remove the signature, whatever release the manifest claims to be of", async () => {
    await rm(inBackup("SHA256SUMS.hmac"));
    await expectRejected("the backup isn't signed");
    const manifest = JSON.parse(await readFile(inBackup("manifest.json"), "utf8"));
    manifest.migrations = manifest.migrations.slice(0, 1);
    await writeFile(inBackup("manifest.json"), JSON.stringify(manifest));
    await adjustChecksum("manifest.json");
    await expectRejected("the backup isn't signed");
  });

  test("take the signature of another backup", async () => {
    await createWorkspace();
    const other = await backUp(ownUrl());
    const signature = await readFile(join(other.folder, "SHA256SUMS.hmac"));
    await writeFile(inBackup("SHA256SUMS.hmac"), signature);
    await expectRejected("the backup was changed");
  });
});

describe("a restore reads nothing outside of the backup's folder, not even where checksums and signature fit:", () => {
  const links: [string, (outside: string) => Promise<unknown>, string][] = [
    [
      "a link in place of an upload",
      async (outside) => {
        await rm(inBackup(`files/${key}`));
        await symlink(outside, inBackup(`files/${key}`));
        await adjustChecksum(`files/${key}`);
      },
      "files/.* isn't a regular file",
    ],
    [
      "a link in place of a table",
      async (outside) => {
        await rename(inBackup(USERS), outside);
        await symlink(outside, inBackup(USERS));
      },
      `${USERS} isn't a regular file`,
    ],
    [
      "a link in place of a folder",
      async (outside) => {
        await rename(inBackup("tables"), `${outside}-tables`);
        await symlink(`${outside}-tables`, inBackup("tables"));
      },
      "isn't a regular file",
    ],
    [
      "a link in place of the manifest",
      async (outside) => {
        await rename(inBackup("manifest.json"), outside);
        await symlink(outside, inBackup("manifest.json"));
      },
      "manifest.json isn't a regular file",
    ],
    [
      "a named pipe in place of an upload",
      async () => {
        await rm(inBackup(`files/${key}`));
        execFileSync("mkfifo", [inBackup(`files/${key}`)]);
      },
      "files/.* isn't a regular file",
    ],
  ];

  test.each(links)("%s", async (_what, replace, reason) => {
    const outside = join(await makeFolder(), "outside");
    await writeFile(outside, "of someone else");
    await replace(outside);
    await signAgain(folder);
    await expectRejected(reason);
  });
});

describe("a line without an end stops with one line", () => {
  test("in a table", async () => {
    await replaceTable(USERS, () => Buffer.alloc(600_000_000, "a"));
    await signAgain(folder);
    await expectRejected(`the backup is damaged: ${USERS} has a line that is too long`);
  });

  test("in the checksums", async () => {
    await writeFile(inBackup("SHA256SUMS"), Buffer.alloc(50_000_000, "a"));
    await signAgain(folder);
    await expectRejected("the backup is damaged: SHA256SUMS has a line that is too long");
  });

  test("in the manifest", async () => {
    await writeFile(inBackup("manifest.json"), Buffer.alloc(50_000_000, "a"));
    await expectRejected("the backup is damaged: manifest.json is too large");
  });
});

test("a file of a backup may be shared with other backups by a hard link", async () => {
  const elsewhere = join(await makeFolder(), "same");
  await link(inBackup(USERS), elsewhere);
  await restore(folder, await createEmptyDatabase());
});
