import { generateClient } from "#scripts/generate-client";
import { runStep } from "#scripts/run-step";

// Every drill in full, one after the other; npm test runs the same ones small.
await generateClient(console.log);
const PROJECTS = ["faults", "kills", "api", "unit"].flatMap((name) => ["--project", name]);
const FILES = [
  "tests/faults/",
  "tests/api/intake-repeat.test.ts",
  "tests/api/webhook-delivery-fairness.test.ts",
  "tests/unit/outgoing-ssrf.test.ts",
];
process.exitCode = await runStep(
  "vitest",
  ["run", "--no-file-parallelism", ...PROJECTS, ...FILES],
  {
    FAULTS: "full",
  },
);
