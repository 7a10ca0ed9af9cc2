import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#selfhost/checkout";

const Sbom = z.object({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.object({ component: z.object({ name: z.string() }) }),
  components: z.array(z.object({ "bom-ref": z.string(), purl: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), dev: z.boolean().optional() })),
});

test("npm run sbom lists exactly the production packages of the lockfile, without a network", async () => {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-sbom-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "sbom.json");
  const env = { ...process.env, npm_config_offline: "true" };
  await promisify(execFile)("npm", ["run", "sbom", "--", path], { cwd: ROOT, env });
  const sbom = Sbom.parse(JSON.parse(await readFile(path, "utf8")));

  const { packages } = Lockfile.parse(
    JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")),
  );
  const production = Object.entries(packages)
    .filter(([at, { dev }]) => at !== "" && !dev)
    .map(([at, { version }]) => `${at.replace(/^.*node_modules\//, "")}@${version}`);
  const purls = sbom.components.map(({ purl }) => decodeURIComponent(purl));
  expect(purls.sort()).toEqual([...new Set(production)].map((id) => `pkg:npm/${id}`).sort());
  expect(sbom.metadata.component.name).toBe("form-intake-service");
  const listed = new Set(sbom.components.map((component) => component["bom-ref"]));
  const used = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(used.filter((ref) => !listed.has(ref))).toEqual([]);
});
