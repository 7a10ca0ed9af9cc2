import { deliverEmail } from "#lib/notifications/deliver-email";
import type { Claim } from "#lib/outbox/claim-due";
import type { Clock } from "#lib/outbox/clock";
import type { WorkResult } from "#lib/outbox/work-result";

type OutboxHandler = {
  /** Entries of this kind that one drain works on at the same time. */
  parallelism: number;
  /** Does the next step of a claimed entry and settles its claim. */
  work: (claim: Claim, clock: Clock) => Promise<WorkResult>;
};

/** Who does the work of each kind of outbox entry. */
export const outboxHandlers: Readonly<Record<string, OutboxHandler>> = {
  email: { parallelism: 10, work: deliverEmail },
};
