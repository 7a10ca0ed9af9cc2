import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#selfhost/checkout";

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

const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional() })),
});

const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")),
);
const installed = Object.entries(packages)
  .filter(([path]) => path !== "")
  .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ""), license }));

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

test("an expression is allowed only if one of its alternatives is", () => {
  expect(["MIT OR GPL-3.0", "(MIT AND Zlib)", "GPL-3.0 OR MIT AND ISC"].map(isAllowed)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["GPL-3.0", "MIT AND GPL-3.0", "UNLICENSED", ""].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
