import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";

const DEVELOPMENT = "cdx:npm:package:development";
const MAX_BYTES = 50_000_000;

const Component = z.looseObject({
  "bom-ref": z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
});
const Sbom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const isDevelopment = ({ properties }: z.infer<typeof Component>) =>
  properties.some(({ name }) => name === DEVELOPMENT);

/**
 * The production packages of the lockfile, for every platform, as a CycloneDX document. npm's own `--omit dev`
 * also leaves out packages that production and development share.
 */
async function makeSbom(): Promise<object> {
  const flags = ["--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const { stdout } = await promisify(execFile)("npm", ["sbom", ...flags], {
    cwd: ROOT,
    maxBuffer: MAX_BYTES,
    shell: process.platform === "win32",
  });
  const sbom = Sbom.parse(JSON.parse(stdout));
  const { name } = z
    .object({ name: z.string() })
    .parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
  // npm puts the folder's name there.
  sbom.metadata.component.name = name;
  const omitted = new Set(sbom.components.filter(isDevelopment).map((one) => one["bom-ref"]));
  return {
    ...sbom,
    components: sbom.components.filter((one) => !omitted.has(one["bom-ref"])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => !omitted.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((on) => !omitted.has(on)),
      })),
  };
}

const path = process.argv[2] ?? join(ROOT, "sbom.cdx.json");
await writeFile(path, `${JSON.stringify(await makeSbom(), null, 2)}\n`);
console.log(`Wrote ${path}`);
