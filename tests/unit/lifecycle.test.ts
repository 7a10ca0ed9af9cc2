import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { ROOT } from "#server/start/checkout";

/** Writes lines whose reader is gone. */
const PROGRAM = `
  const { Lifecycle } = await import("#server/start/lifecycle");
  process.once("uncaughtException", () => process.exit(1));
  new Lifecycle();
  console.log("running");
  let lines = 0;
  setInterval(() => {
    console.log("more");
    console.error("more");
    if (++lines === 20) process.exit(7);
  }, 5);
`;

test("a service whose output nothing reads anymore goes on", async () => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", PROGRAM];
  const child = spawn(process.execPath, args, { cwd: ROOT });
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([7, null]);
});
