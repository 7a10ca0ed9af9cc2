import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#selfhost/checkout";

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

function read<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(join(ROOT, file), "utf8")));
}

const { packages } = read("package-lock.json", Lockfile);
const manifest = read("package.json", Manifest);

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
  const scripted = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript);
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ""));

  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

test("package.json pins exact versions", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });

  expect(versions.filter((version) => !/^(npm:\w+@)?\d+\.\d+\.\d/.test(version))).toEqual([]);
});
