import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMigrations } from "#lib/adapters/db/migrate";
import { readPlatform } from "#lib/core/settings/platform";
import { parseSettings, release } from "#lib/core/settings/settings";
import { changelogMarkdown, parseReleases } from "#lib/entry/docs/changelog";
import { findGuide, guideText } from "#lib/entry/docs/guides";
import { headingsOf } from "#lib/entry/docs/outline";
import { VERSION } from "#packages/js/src/call";
import { findCommit, ROOT } from "#server/start/checkout";
import about from "../../package.json" with { type: "json" };

const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");

test("a release is the newest dated entry of the changelog, and a build after it has a later version, which ends in -dev", () => {
  const [newest] = parseReleases(changelog);
  expect(newest).toMatchObject({ text: expect.stringMatching(/\w/) });
  const [number = "", suffix] = about.version.split("-");
  const order = number.localeCompare(newest?.version ?? "", "en", { numeric: true });
  expect([order, suffix]).toEqual(suffix === undefined ? [0, undefined] : [1, "dev"]);
});

test("the service and its clients have one version", () => {
  const manifests = globSync("packages/*/package.json", { cwd: ROOT });
  const versions = manifests.map(
    (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8")).version,
  );
  expect(new Set([VERSION, release().version, ...versions])).toEqual(new Set([about.version]));
});

test("what is unreleased isn't a release, and each release has its own text", () => {
  const text =
    "# Changelog\n\n## Unreleased\n\n- Soon\n\n## 1.1.0 - 2027-01-02\n\n### Added\n\n- New\n\n## 1.0.0 - 2026-11-25\n\nOld\n";
  expect(parseReleases(text)).toEqual([
    { version: "1.1.0", date: "2027-01-02", text: "### Added\n\n- New" },
    { version: "1.0.0", date: "2026-11-25", text: "Old" },
  ]);
  expect(parseReleases("# Changelog\n\n## Unreleased\n")).toEqual([]);
});

test("the changelog as a page has unique headings and links that work on the page", () => {
  const markdown = changelogMarkdown(changelog);
  const ids = headingsOf(markdown).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("added-in-1-0-0");
  expect(markdown).not.toMatch(/\]\(docs\/|Unreleased/);
  const guide = findGuide("changelog");
  expect(guide && guideText(guide)).toBe(
    `# Changelog\n\n> What changed in each version.\n\n${markdown}\n`,
  );
});

const SHA = "0123456789abcdef0123456789abcdef01234567";

test.each([
  "SOURCE_COMMIT",
  "VERCEL_GIT_COMMIT_SHA",
  "RENDER_GIT_COMMIT",
  "RAILWAY_GIT_COMMIT_SHA",
])("the commit is that of %s", (name) => {
  expect(readPlatform({ [name]: SHA }).commit).toBe(SHA);
  expect(parseSettings({ [name]: SHA }).commit).toBe(SHA);
});

test("a commit that is unknown or isn't one is null", () => {
  expect(parseSettings({}).commit).toBeNull();
  expect(parseSettings({ SOURCE_COMMIT: "" }).commit).toBeNull();
  expect(parseSettings({ SOURCE_COMMIT: "main\n<script>" }).commit).toBeNull();
  expect(parseSettings({ SOURCE_COMMIT: "HEAD", VERCEL_GIT_COMMIT_SHA: SHA }).commit).toBe(SHA);
});

test("a checkout knows its commit, or that it doesn't", async () => {
  expect(await findCommit()).toMatch(/^([0-9a-f]{40})?$/);
});

/** SHA-256 of each released migration. Databases have recorded it, so neither may ever change. */
const RELEASED: Readonly<Record<string, string>> = {
  // 1.0.0
  "20261124000000_baseline": "36c001b943ffcadf08744861204c376a67583962273a04bdd7284a86ea59b3de",
};

test("a released migration never changes, because a database that has it rejects any other", async () => {
  const own = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const found = Object.keys(RELEASED).map((name) => [name, own.get(name)]);
  expect(Object.fromEntries(found)).toEqual(RELEASED);
});

test("migrations that aren't released yet come after all that are, and a release has none", async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const released = Object.keys(RELEASED);
  expect(names.slice(0, released.length)).toEqual(released);
  if (!about.version.endsWith("-dev")) expect(names).toEqual(released);
});
