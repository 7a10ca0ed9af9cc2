import { runStep } from "#scripts/run-step";
import { generateClient } from "#selfhost/build";

await generateClient(console.log);
const codes = await Promise.all([
  runStep("biome", ["check", "."]),
  runStep("tsc", ["--noEmit"]),
  runStep("vitest", ["run", "--project", "unit", "--reporter", "dot"]),
]);
const failed = ["lint and format", "types", "unit tests"].filter((_, index) => codes[index] !== 0);
console.log(failed.length > 0 ? `Failed: ${failed.join(", ")}.` : "All passed.");
process.exitCode = failed.length > 0 ? 1 : 0;
