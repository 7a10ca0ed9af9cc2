import { chmod, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataFolder, openStorageFolder } from "#selfhost/data-folder";

let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "folder-"));
});

afterAll(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8);

const FOLDERS = [
  { setting: "DATA_DIR", open: openDataFolder, wanted: process.getuid?.() === 0 ? "711" : "700" },
  { setting: "STORAGE_DIR", open: openStorageFolder, wanted: "700" },
];

test.each(FOLDERS)(
  "an existing $setting that other accounts can read is named with the command that closes it",
  async ({ setting, open, wanted }) => {
    const folder = join(parent, `open-${setting}`);
    await mkdir(folder);
    await chmod(folder, 0o755);
    const lines: string[] = [];
    await open(folder, (line) => lines.push(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${setting}: .*mode 755`));
    expect(lines[0]).toContain(`chmod ${wanted} ${folder}`);
    expect(await modeOf(folder), "it may be shared on purpose").toBe("755");
  },
);

test.each(FOLDERS)(
  "a new or closed $setting needs no warning",
  async ({ setting, open, wanted }) => {
    const folder = join(parent, `closed-${setting}`);
    for (let starts = 0; starts < 2; starts += 1) await open(folder, (line) => expect.fail(line));
    expect(await modeOf(folder)).toBe(wanted);
  },
);
