import { runStep } from "#scripts/run-step";
import { bareCommand, whyNotBare } from "#tests/support/setup/bare-machine";

/** Runs the browser suite and the screenshots with nothing but the packages for the browser. */
async function runOnBareMachine(): Promise<number> {
  const problem = whyNotBare();
  if (problem) {
    console.error(`${problem}\nRun it as root, or where ordinary users may create namespaces.`);
    return 1;
  }
  const run = (...command: string[]) =>
    runStep(...bareCommand(["node", "scripts/run.mjs", ...command], "fonts and libraries"));
  return (await run("test", "e2e")) || run("screenshots");
}

process.exitCode = await runOnBareMachine();
