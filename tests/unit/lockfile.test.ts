import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#scripts/checkout";

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

test("the lockfile has the builds for every platform, or npm ci refuses it", () => {
  const { packages } = Lockfile.parse(
    JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")),
  );
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${at}/node_modules/${name}`],
    ),
  );

  expect(missing).toEqual([]);
});
