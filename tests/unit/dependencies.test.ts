import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const Versions = z.record(z.string(), z.string());
const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  allowScripts: z.record(z.string(), z.boolean()),
});
const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
      hasInstallScript: z.boolean().optional(),
      optionalDependencies: Versions.optional(),
    }),
  ),
});

const manifest = Manifest.parse(JSON.parse(read("package.json")));
const { packages } = Lockfile.parse(JSON.parse(read("package-lock.json")));

/** A package's name by its path in the lockfile. */
const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");
const installed = Object.entries(packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ ...entry, name: nameOf(path) }));

/** The packages in the table below a heading that have a reason. */
function packagesUnder(heading: string): string[] {
  const [, section = ""] = read("docs/dependencies.md").split(`## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| `([^`]+)` \| \S.+ \|$/gm)].map(([, name = ""]) => name);
}

test("every dependency has a reason in docs/dependencies.md, and nothing else is listed", () => {
  expect(packagesUnder("To build and run")).toEqual(Object.keys(manifest.dependencies).toSorted());
  expect(packagesUnder("To develop and test")).toEqual(
    Object.keys(manifest.devDependencies).toSorted(),
  );
});

/** SPDX identifiers of licenses without conditions beyond a notice. */
const ALLOWED = new Set(
  [
    ["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Zlib"],
    ["BlueOak-1.0.0", "Unlicense", "CC0-1.0", "Python-2.0"],
  ].flat(),
);

/** All are used unchanged. */
const EXCEPTIONS: Record<string, { license: string | undefined; reason: string }> = {
  "lightningcss(-.*)?": {
    license: "MPL-2.0",
    reason: "a program that the build runs; its files stay under their license",
  },
  "axe-core": { license: "MPL-2.0", reason: "only for tests" },
  "@img/sharp-libvips-.*": {
    license: "LGPL-3.0-or-later",
    reason: "a shared library that can be replaced; optional in Next.js",
  },
  "@img/sharp-win32-.*": {
    license: "Apache-2.0 AND LGPL-3.0-or-later",
    reason: "includes that library",
  },
  "@img/sharp-wasm32": {
    license: "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
    reason: "includes that library",
  },
  elkjs: { license: "EPL-2.0", reason: "a dependency of Prisma Studio, which we don't start" },
  "caniuse-lite": { license: "CC-BY-4.0", reason: "data, read by the build" },
  geist: { license: "SIL OPEN FONT LICENSE", reason: "a font: OFL-1.1 allows embedding" },
  "dejavu-fonts-ttf": {
    license: "SEE LICENSE IN README.md AND LICENSE",
    reason: "a font for tests; its license allows embedding",
  },
  "seq-queue": { license: undefined, reason: "its LICENSE file is that of MIT" },
};

/** Returns whether one alternative of an SPDX expression consists of allowed licenses only. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replace(/^\((.*)\)$/, "$1").split(/ or /i);
  return alternatives.some((all) => all.split(/ and /i).every((one) => ALLOWED.has(one)));
}

const exceptionFor = ({ name, license }: (typeof installed)[number]) =>
  Object.keys(EXCEPTIONS).find(
    (pattern) => new RegExp(`^${pattern}$`).test(name) && EXCEPTIONS[pattern]?.license === license,
  );

test("every package of the lockfile has an allowed license, or is a named exception", () => {
  const others = installed.filter(
    (found) => !(found.license && isAllowed(found.license)) && !exceptionFor(found),
  );
  expect(others).toEqual([]);
});

test("every exception is still needed", () => {
  const needed = new Set(installed.map(exceptionFor));
  expect(Object.keys(EXCEPTIONS).filter((pattern) => !needed.has(pattern))).toEqual([]);
});

test("the lockfile contains optional dependencies for every platform", () => {
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${at}/node_modules/${name}`],
    ),
  );

  expect(missing).toEqual([]);
});

test("the lockfile has a SHA-512 hash of every package that Linux with glibc on x64 or arm64 installs", () => {
  const isElsewhere = ({ optional, os, cpu, libc }: (typeof packages)[string]) =>
    optional === true &&
    [
      os?.includes("linux"),
      cpu?.some((name) => /^(x|arm)64$/.test(name)),
      libc?.includes("glibc"),
    ].includes(false);
  const unhashed = Object.entries(packages).filter(
    ([path, entry]) => path && !entry.integrity?.startsWith("sha512-") && !isElsewhere(entry),
  );

  expect(unhashed.map(([path]) => path)).toEqual([]);
});

// One that isn't from the registry, such as a Git repository or a folder, would have a URL.
test("the lockfile contains no registry URLs", () => {
  expect(Object.values(packages).flatMap(({ resolved = [] }) => resolved)).toEqual([]);
});

test("package.json allows or denies exactly the packages with install scripts", () => {
  const names = installed.filter((entry) => entry.hasInstallScript).map(({ name }) => name);

  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

test("package.json pins exact versions", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });

  expect(versions.filter((version) => !/^(npm:\w+@)?\d+\.\d+\.\d/.test(version))).toEqual([]);
});

const Sbom = z.object({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.object({ component: z.object({ name: z.string() }) }),
  components: z.array(z.object({ "bom-ref": z.string(), purl: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
test("npm run sbom lists exactly the production packages of the lockfile, without a network", async () => {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-sbom-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "sbom.json");
  const env = { ...process.env, npm_config_offline: "true" };
  await promisify(execFile)("npm", ["run", "sbom", "--", path], { cwd: ROOT, env });
  const sbom = Sbom.parse(JSON.parse(await readFile(path, "utf8")));

  const production = installed
    .filter(({ dev }) => !dev)
    .map(({ name, version }) => `${name}@${version}`);
  const purls = sbom.components.map(({ purl }) => decodeURIComponent(purl));
  expect(purls.sort()).toEqual([...new Set(production)].map((id) => `pkg:npm/${id}`).sort());
  expect(sbom.metadata.component.name).toBe("form-intake-service");
  const listed = new Set(sbom.components.map((component) => component["bom-ref"]));
  const used = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(used.filter((ref) => !listed.has(ref))).toEqual([]);
});

test("a package's optional peers don't bring what only tests use into production", () => {
  const names = installed.filter(({ dev }) => !dev).map(({ name }) => name);
  expect(names).toContain("altcha-lib");
  for (const framework of ["fastify", "express", "hono"]) expect(names).not.toContain(framework);
});
