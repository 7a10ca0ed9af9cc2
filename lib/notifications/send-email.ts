import {
  CALL_DEADLINE_MS,
  type Email,
  fromRequestBody,
  sendEmail,
} from "#lib/clients/email-client";
import type { ProviderResult } from "#lib/clients/email-response";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { batchStatements } from "#lib/db/batch-statements";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import type { Clock } from "#lib/deliveries/clock";
import type { AttemptResult } from "#lib/deliveries/rules";

/** A send slot may be this far ahead. Beyond that, the email goes back to the queue until then. */
const MAX_AHEAD_MS = 5_000;
/** A slot farther ahead than this was written by a clock that was wrong. */
const NONSENSE_AHEAD_MS = 60_000;

/** $1 now, $2 gap in ms. One row for all processes; taking a slot moves it on. */
const TAKE_SLOT = `
INSERT INTO send_paces AS p (kind, next_at) VALUES ('email', $1::timestamptz + $2 * interval '1 ms')
ON CONFLICT (kind) DO UPDATE SET next_at = $2 * interval '1 ms' +
  CASE WHEN p.next_at > $1::timestamptz + interval '${NONSENSE_AHEAD_MS} ms' THEN $1
    ELSE greatest(p.next_at, $1::timestamptz) END
WHERE p.next_at <= $1::timestamptz + interval '${MAX_AHEAD_MS} ms'
  OR p.next_at > $1::timestamptz + interval '${NONSENSE_AHEAD_MS} ms'
RETURNING next_at - $2 * interval '1 ms' AS slot`;

/**
 * Waits for the next moment at which an email may be sent, so that the whole deployment keeps to
 * `EMAIL_RATE_PER_SECOND`. Captured emails need no slot.
 *
 * @returns null when the email may be sent now, else when to come back: the next slots are used up
 */
export async function takeSendSlot(clock: Clock): Promise<Date | null> {
  const { mode, ratePerSecond } = settings().email;
  if (mode === "capture") return null;
  const now = clock.now();
  const { rows } = await pool().query<{ slot: Date }>(TAKE_SLOT, [now, 1000 / ratePerSecond]);
  const slot = rows[0]?.slot;
  if (!slot) return new Date(now.getTime() + MAX_AHEAD_MS);
  const waitMs = slot.getTime() - now.getTime();
  if (waitMs > 0) await clock.wait(waitMs);
  return null;
}

export type SendResult = { result: AttemptResult; error: string | null };

/** Whether repeating a series can't become a second email: the key makes it one. */
export function isRepeatSafe(): boolean {
  const { mode, supportsIdempotency } = settings().email;
  return mode === "capture" || supportsIdempotency;
}

/**
 * Sends the email of a series through the provider or, in capture mode, to the test inbox. Sending the
 * same series again doesn't send a second email where the provider supports idempotency keys.
 */
export async function sendSeries(
  delivery: { id: string; workspaceId: string; dedupeKey: string; kind: string },
  body: string,
  clock: Clock,
): Promise<SendResult> {
  if (settings().email.mode === "capture") {
    await captureEmail({ delivery, email: fromRequestBody(body), now: clock.now() });
    return { result: { kind: "accepted" }, error: null };
  }
  const response = await sendEmail({
    idempotencyKey: delivery.dedupeKey,
    body,
    signal: clock.deadline(CALL_DEADLINE_MS),
  });
  return {
    result: toAttemptResult(response),
    error: response.kind === "accepted" ? null : response.error,
  };
}

function toAttemptResult(response: ProviderResult): AttemptResult {
  switch (response.kind) {
    case "accepted":
      return response;
    case "rejected":
      return { kind: "rejected", isFirst: response.isAboutKey };
    case "throttled":
      return { kind: "throttled", waitMs: response.waitMs };
    case "unreachable":
      return { kind: "failed", waitMs: null };
    case "key_spent":
      return { kind: "unknown", canRepeat: false };
    case "ambiguous":
      return { kind: "unknown", canRepeat: isRepeatSafe() };
  }
}

type Captured = {
  delivery: { workspaceId: string; dedupeKey: string; kind: string };
  email: Email;
  now: Date;
};

/** $1 the emails (json). A series is captured once. */
const CAPTURE = `
INSERT INTO captured_emails (id, workspace_id, series_key, kind, "to", "from", reply_to, subject,
  headers, html, text, created_at)
SELECT * FROM json_to_recordset($1::json) AS m(id uuid, workspace_id uuid, series_key uuid, kind text,
  "to" text, "from" text, reply_to text, subject text, headers jsonb, html text, text text,
  created_at timestamptz)
ON CONFLICT (workspace_id, series_key) DO NOTHING`;

/** Stores an email in the test inbox. Those of the same moment share a statement. */
const captureEmail = batchStatements({
  run: async (captured: readonly Captured[]) => {
    const rows = captured.map(({ delivery, email: { replyTo, ...email }, now }) => ({
      ...email,
      id: newId(),
      workspace_id: delivery.workspaceId,
      series_key: delivery.dedupeKey,
      kind: delivery.kind,
      reply_to: replyTo,
      created_at: now,
    }));
    await queryPrepared(pool(), { text: CAPTURE, values: [JSON.stringify(rows)] });
    return captured;
  },
  maxItems: 128,
  maxRunning: 2,
});
