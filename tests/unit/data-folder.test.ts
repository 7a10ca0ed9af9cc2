import { chmod, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadOrCreateSecret, openDataFolder, openStorageFolder } from "#server/start/data-folder";

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "folder-"));
});

afterAll(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8);

const DATA_MODE = process.getuid?.() === 0 ? "711" : "700";
const FOLDERS = [
  { setting: "DATA_DIR", open: openDataFolder, wanted: DATA_MODE },
  { setting: "STORAGE_DIR", open: openStorageFolder, wanted: "700" },
];

test.each(FOLDERS)(
  "an existing $setting with other things in it is named with the command that closes it",
  async ({ setting, open, wanted }) => {
    const folder = join(parent, `open-${setting}`);
    await mkdir(join(folder, "of-someone-else"), { recursive: true });
    await chmod(folder, 0o755);
    const lines: string[] = [];
    await open(folder, (line) => lines.push(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${setting}: .*mode 755`));
    expect(lines[0]).toContain(`chmod ${wanted} ${folder}`);
    expect(await modeOf(folder), "it may be shared on purpose").toBe("755");
  },
);

test.each([{ names: [] }, { names: ["secret-key", "objects"] }, { names: ["postgres-password"] }])(
  "an existing DATA_DIR with $names is closed to other accounts",
  async ({ names }) => {
    const folder = await mkdtemp(join(parent, "ours-"));
    for (const name of names) await mkdir(join(folder, name));
    await chmod(folder, 0o755);
    await openDataFolder(folder, (line) => expect.fail(line));
    expect(await modeOf(folder)).toBe(DATA_MODE);
  },
);

test("of two starts at once, both get the same secret", async () => {
  const folder = await mkdtemp(join(parent, "secrets-"));
  const [first, second] = await Promise.all([
    loadOrCreateSecret(folder, "secret-key"),
    loadOrCreateSecret(folder, "secret-key"),
  ]);
  expect(first).toBe(second);
  expect(await readdir(folder)).toEqual(["secret-key"]);
});

test.each(FOLDERS)(
  "a new or closed $setting needs no warning",
  async ({ setting, open, wanted }) => {
    const folder = join(parent, `closed-${setting}`);
    for (let starts = 0; starts < 2; starts += 1) await open(folder, (line) => expect.fail(line));
    expect(await modeOf(folder)).toBe(wanted);
  },
);
