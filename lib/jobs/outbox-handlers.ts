import type { Claim } from "#lib/deliveries/claim";
import type { Clock } from "#lib/deliveries/clock";
import type { WorkResult } from "#lib/deliveries/schema";
import { deliverEmail } from "#lib/notifications/deliver-email";
import { deliverWebhook } from "#lib/webhooks/deliver-webhook";

export type OutboxHandler = {
  /** Entries of this kind that one drain processes at the same time. */
  parallelism: number;
  /** Entries of one concurrency key that all drains together process at the same time. */
  perConcurrencyKey?: number;
  /** Whether visitors go first where it runs in the same process: its work is heavy. */
  givesWay: boolean;
  /** How long ends are gathered before the next claim, so that many short tasks cost few claims. */
  gatherMs: number;
  /** Processes a claimed entry and settles its claim. */
  work: (claim: Claim, clock: Clock) => Promise<WorkResult>;
};

/** The handler of each kind of outbox entry. */
export const outboxHandlers: Readonly<Record<string, OutboxHandler>> = {
  email: { parallelism: 10, givesWay: true, gatherMs: 0, work: deliverEmail },
  webhook: {
    parallelism: 256,
    perConcurrencyKey: 2,
    givesWay: false,
    gatherMs: 5,
    work: deliverWebhook,
  },
};
