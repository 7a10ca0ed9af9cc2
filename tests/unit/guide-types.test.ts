import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listGuides } from "#lib/docs/guides";
import { ROOT } from "#selfhost/checkout";
import { readBlocks } from "#tests/support/guides/blocks";

/** As in a new project of Vite or Next.js. */
const OPTIONS = "--noEmit --strict --jsx react-jsx --target es2022 --module esnext";
const LIBRARIES = "--lib es2022,dom,dom.iterable --moduleResolution bundler --skipLibCheck";

test("TypeScript in guides has no type errors in strict mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "form-intake-guide-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const files = listGuides()
    .flatMap(({ slug, markdown }) => readBlocks(slug, markdown))
    .filter(({ language }) => language === "ts" || language === "tsx")
    .map(({ guide, number, language, code }) => {
      const file = `${guide}-${number}.${language}`;
      writeFileSync(join(folder, file), code);
      return file;
    });
  expect(files).toContain("react-2.tsx");
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [tsc, ...`${OPTIONS} ${LIBRARIES}`.split(" "), ...files];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect([stdout, status]).toEqual(["", 0]);
});
