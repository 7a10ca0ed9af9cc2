import { registerDrainTrigger } from "#lib/domain/deliveries/drain-trigger";

let triggers = 0;

/** Tests drain when they want to; otherwise each submission would wait for its turn to call the cron route. */
export function countDrainTriggers(): void {
  registerDrainTrigger(() => {
    triggers += 1;
  });
}

/** The number of drains requested in this process: one after each response that may have queued email. */
export function drainTriggerCount(): number {
  return triggers;
}
