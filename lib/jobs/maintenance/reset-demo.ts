import { resetDemo } from "#lib/demo/seed-demo";
import type { MaintenanceStep } from "#lib/jobs/maintenance/step";

/** Replaces a public demo that is an hour old. */
export function resetDemoStep(now: Date): MaintenanceStep {
  return {
    name: "demoResets",
    runBatch: async () => ({ count: (await resetDemo(now)) ? 1 : 0, isDone: true }),
  };
}
