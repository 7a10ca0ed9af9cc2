import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseReleases } from "#lib/entry/docs/changelog";
import { ROOT } from "#server/start/checkout";
import about from "../package.json" with { type: "json" };

// Run by the release workflow with the tag. It needs no packages.
const [tag = ""] = process.argv.slice(2);
const releases = parseReleases(await readFile(join(ROOT, "CHANGELOG.md"), "utf8"));
const release = releases.find(({ version }) => version === about.version);
if (tag !== `v${about.version}` || !release) {
  console.error(
    `Cannot release ${tag}: package.json has version ${about.version}, ${release ? "and" : "which has no dated entry in CHANGELOG.md, and"} the tag must be v${about.version}`,
  );
  process.exitCode = 1;
} else {
  console.log(release.text);
}
