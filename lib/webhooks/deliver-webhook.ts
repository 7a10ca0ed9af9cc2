import { outgoing, type ReceiverAnswer } from "#lib/clients/webhook-http-client";
import { decryptSecret } from "#lib/core/secrets";
import type { Claim } from "#lib/deliveries/claim";
import type { Clock } from "#lib/deliveries/clock";
import type { WorkResult } from "#lib/deliveries/schema";
import { recordOutcome } from "#lib/deliveries/settle";
import { type Beginning, beginAttempt, INTERRUPTED } from "#lib/webhooks/begin-attempt";
import { type EndedAttempt, recordDelivered } from "#lib/webhooks/end-attempt";
import { type JudgedAttempt, type Settled, settleAttempt } from "#lib/webhooks/settle-attempt";
import { signEvent } from "#lib/webhooks/signature";

type Begun = Extract<Beginning, { kind: "begun" }>;
type Interrupted = Extract<Beginning, { kind: "interrupted" }>;

const RESULTS: Readonly<Record<Settled, WorkResult>> = {
  delivered: "sent",
  retrying: "retried",
  failed: "failed",
  cancelled: "cancelled",
  lost: "lost",
};

/**
 * Does the next step of one claimed event (CONTRACT section 5): sends it, closes what a dead worker
 * left open, or finds that it is owed to nobody any more. The attempt is written down before the call
 * and its outcome after it; whatever is recorded asks for the claim's token.
 */
export async function deliverWebhook(claim: Claim, clock: Clock): Promise<WorkResult> {
  const beginning = await beginAttempt({ claim, now: clock.now() });
  switch (beginning.kind) {
    case "begun":
      return send(claim, beginning, clock);
    case "interrupted":
      return closeInterrupted(claim, beginning, clock.now());
    default:
      return beginning.kind;
  }
}

async function send(claim: Claim, begun: Begun, clock: Clock): Promise<WorkResult> {
  const { body, eventId, url } = begun;
  const secret = decryptSecret(begun.sealedSecret);
  const headers = signEvent(secret, eventId, body, clock.now());
  const answer = await outgoing().call({ url, headers, body }, { deadline: clock.deadline });
  const ended = {
    claim,
    attemptId: begun.attemptId,
    durationMs: answer.durationMs,
    responseStatus: answer.status,
    responseBody: answer.body,
    responseTruncated: answer.isTruncated,
  };
  const now = clock.now();
  return recordOutcome(async () => {
    if (answer.outcome === "succeeded" && (await recordDelivered(ended))) return "sent";
    return RESULTS[await settleAttempt(judged(ended, begun, answer, now), now)];
  }, clock);
}

function judged(
  ended: EndedAttempt,
  { number, trigger }: Begun,
  { outcome, status, retryAfter, error }: ReceiverAnswer,
  endedAt: Date,
): JudgedAttempt {
  return { ...ended, end: { outcome, status, retryAfter }, error, number, trigger, endedAt };
}

/** A worker died during the call: the event may have arrived, and the schedule goes on. */
async function closeInterrupted(
  claim: Claim,
  { attemptId, number, trigger, startedAt }: Interrupted,
  now: Date,
): Promise<WorkResult> {
  const settled = await settleAttempt(
    {
      claim,
      attemptId,
      number,
      trigger,
      end: { outcome: "interrupted", status: null, retryAfter: null },
      error: INTERRUPTED,
      endedAt: startedAt,
      durationMs: null,
      responseStatus: null,
      responseBody: null,
      responseTruncated: false,
    },
    now,
  );
  return RESULTS[settled];
}
