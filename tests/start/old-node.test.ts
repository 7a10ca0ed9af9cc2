import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "#selfhost/checkout";

const run = promisify(execFile);

test.each(["18.20.4", "20.18.3"])("rejects Node %s in one line", async (version) => {
  const pretend = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const start = run(process.execPath, [
    "--import",
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    join(ROOT, "scripts/install.mjs"),
  ]);
  await expect(start).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: `Node.js ${version} is too old: Form Intake needs 20.19 or newer.\n`,
  });
});
