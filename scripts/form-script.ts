import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleFormScript } from "#scripts/bundle-form-script";
import { ROOT } from "#server/start/checkout";
import versions from "../lib/domain/forms/form-scripts.json" with { type: "json" };

await writeFile(join(ROOT, "public/challenge.js"), await bundleFormScript("hosted.ts"));

// Websites pin a version by its hash: every change is a new version, and old ones stay.
const { newest, older } = versions;
const code = await bundleFormScript();
if (code === (await readFile(join(ROOT, "public", newest.path), "utf8")))
  console.log(`${newest.path} is up to date`);
else {
  const path = `/form/v${older.length + 2}.js`;
  const integrity = `sha384-${createHash("sha384").update(code).digest("base64")}`;
  const all = { newest: { path, integrity }, older: [...older, newest] };
  for (const name of ["/form.js", path]) await writeFile(join(ROOT, "public", name), code);
  const list = join(ROOT, "lib/domain/forms/form-scripts.json");
  await writeFile(list, `${JSON.stringify(all, null, 2)}\n`);
  console.log(`Wrote ${path}`);
}
