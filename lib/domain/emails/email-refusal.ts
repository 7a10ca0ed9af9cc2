import { pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { EmailOutcome } from "#lib/adapters/email/email";
import { settings } from "#lib/core/settings/settings";
import { REFUSED_WAIT_MS } from "#lib/domain/deliveries/rules";

/** Since when the provider has rejected this service, and its last message. */
export type EmailRefusal = { since: Date; reason: string };

/**
 * $1 now, $2 the reason. The next slot also moves ahead: all emails wait, and one is tried now and
 * then.
 */
const NOTE_REFUSAL = `
INSERT INTO send_paces AS p (kind, next_at, refused_since, refusal)
VALUES ('email', $1::timestamptz + interval '${REFUSED_WAIT_MS} ms', $1, $2)
ON CONFLICT (kind) DO UPDATE SET next_at = greatest(p.next_at, excluded.next_at),
  refused_since = coalesce(p.refused_since, excluded.refused_since), refusal = excluded.refusal`;

const END_REFUSAL = `
UPDATE send_paces SET refused_since = NULL, refusal = NULL
WHERE kind = 'email' AND refused_since IS NOT NULL`;

/**
 * Records for all processes whether the provider accepts this service. Outcomes that don't show it are ignored.
 */
export async function noteEmailOutcome(outcome: EmailOutcome, now: Date): Promise<void> {
  if (outcome.kind === "refused") await pool().query(NOTE_REFUSAL, [now, outcome.error]);
  if (outcome.kind === "accepted") await pool().query(END_REFUSAL);
}

/** Returns why no email is being sent at the moment, or null. Captured emails need no provider. */
export async function findEmailRefusal(): Promise<EmailRefusal | null> {
  if (settings().email.mode === "capture") return null;
  const columns = { since: "timestamptz", reason: "text" } as const;
  const [row] = await queryRows<EmailRefusal>(pool(), columns)`
    SELECT refused_since AS since, refusal AS reason FROM send_paces
    WHERE kind = 'email' AND refused_since IS NOT NULL`;
  return row ?? null;
}
