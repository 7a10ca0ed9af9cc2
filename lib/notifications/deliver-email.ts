import { isOptedOut } from "#lib/autoresponder/store";
import {
  CALL_DEADLINE_MS,
  fromRequestBody,
  sendMail,
  toRequestBody,
} from "#lib/clients/email-client";
import { mintContext } from "#lib/core/context";
import { log } from "#lib/core/log";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { db } from "#lib/db/database";
import type { Claim } from "#lib/deliveries/claim";
import { dropClaim, postponeClaim } from "#lib/deliveries/claim";
import type { Clock } from "#lib/deliveries/clock";
import type { WorkResult } from "#lib/deliveries/schema";
import { recordOutcome } from "#lib/deliveries/settle";
import { composeMail } from "#lib/notifications/compose-email";
import { endWithoutAnswer, isRepeatUnsafe, judgeAnswer } from "#lib/notifications/delivery-rules";
import {
  type DueDelivery,
  findDueDelivery,
  findMessage,
  type MessageRow,
} from "#lib/notifications/due-email";
import {
  beginAttempt,
  captureMail,
  endAttempt,
  endDelivery,
  failAttempt,
  INTERRUPTED,
} from "#lib/notifications/record-attempt";
import { takeSendSlot } from "#lib/notifications/send-email";
import { suppressReply } from "#lib/notifications/suppress-reply";

/**
 * Does the next step of one claimed mail: sends or captures it, closes what a dead worker left open,
 * or finds that it is owed to nobody any more. Whatever it records asks for the claim's token.
 */
export async function deliverEmail(claim: Claim, clock: Clock): Promise<WorkResult> {
  const now = clock.now();
  const ctx = mintContext(claim.workspaceId, { kind: "system" }, now);
  const delivery = await findDueDelivery(claim, now);
  if (!delivery || !["queued", "sending", "retrying"].includes(delivery.status))
    return (await dropClaim(claim)) ? "cancelled" : "lost";
  if (delivery.isMessageGone)
    return (await endDelivery(claim, "cancelled", now)) ? "cancelled" : "lost";
  if (delivery.openAttempt) return closeInterrupted(claim, delivery, delivery.openAttempt, now);
  if (isRepeatUnsafe(seriesOf(delivery), now)) {
    const status = endWithoutAnswer(delivery.mayHaveArrived);
    return (await endDelivery(claim, status, now)) ? status : "lost";
  }
  if (delivery.kind === "visitor_reply" && (await isOptedOut(db(), ctx, delivery.email))) {
    await suppressReply(db(), ctx, delivery);
    return (await endDelivery(claim, "cancelled", now)) ? "cancelled" : "lost";
  }
  const message = delivery.submissionId ? await findMessage(ctx, delivery.submissionId) : null;
  if (delivery.submissionId && !message) return releaseClaim(claim, now);
  const body = await findOrComposeBody(delivery, message);
  if (body === null) {
    const error = "The email couldn’t be rendered.";
    return (await failAttempt(claim, error, now)) ? "failed" : "lost";
  }
  if (settings().email.mode === "capture")
    return (await captureMail(claim, fromRequestBody(body), now))
      ? "sent"
      : releaseClaim(claim, now);
  return send(claim, delivery, body, clock);
}

function seriesOf({ seriesStartedAt, mayHaveArrived }: DueDelivery) {
  return {
    startedAt: seriesStartedAt,
    mayHaveArrived,
    isRepeatSafe: settings().email.supportsIdempotency,
  };
}

/** A worker died during the call: what it sent may have arrived. */
async function closeInterrupted(
  claim: Claim,
  delivery: DueDelivery,
  attempt: { id: string; startedAt: Date },
  now: Date,
): Promise<WorkResult> {
  const { seriesStartedAt, seriesAttempts: attempts } = delivery;
  const startedAt = seriesStartedAt ?? attempt.startedAt;
  const series = { ...seriesOf(delivery), startedAt, attempts };
  const answer = { kind: "ambiguous", error: INTERRUPTED } as const;
  const verdict = judgeAnswer(answer, series, attempt.startedAt);
  if (!(await endAttempt(claim, attempt.id, verdict, now))) return releaseClaim(claim, now);
  return verdict.status === "uncertain" ? "uncertain" : "retried";
}

/** The bytes of the running series, or new ones when it has none; null when there cannot be any. */
async function findOrComposeBody(
  delivery: DueDelivery,
  message: MessageRow | null,
): Promise<string | null> {
  try {
    if (delivery.sealedPayload) return decryptSecret(delivery.sealedPayload);
    return toRequestBody(await composeMail(delivery, message));
  } catch (err) {
    log().error({ deliveryId: delivery.id, kind: delivery.kind, err }, "email not rendered");
    return null;
  }
}

async function send(
  claim: Claim,
  delivery: DueDelivery,
  body: string,
  clock: Clock,
): Promise<WorkResult> {
  const comeBackAt = await takeSendSlot(settings().email.ratePerSecond, clock);
  if (comeBackAt) return (await postponeClaim(claim, comeBackAt)) ? "paced" : "lost";
  const begun = await beginAttempt(claim, encryptSecret(body), clock.now());
  if (!begun) return releaseClaim(claim, clock.now());
  const answer = await sendMail({
    idempotencyKey: delivery.seriesKey,
    body,
    signal: clock.deadline(CALL_DEADLINE_MS),
  });
  const now = clock.now();
  const verdict = judgeAnswer(answer, { ...seriesOf(delivery), ...begun }, now);
  if (answer.kind === "refused" || answer.kind === "key_spent")
    log().warn(
      { deliveryId: delivery.id, kind: delivery.kind, reason: answer.error },
      "email rejected by the provider",
    );
  const end = () => endAttempt(claim, begun.attemptId, verdict, now);
  if (!(await recordOutcome(end, clock))) return "lost";
  if (answer.kind === "throttled" && verdict.nextAttemptAt) return "throttled";
  return verdict.nextAttemptAt === null ? verdict.status : "retried";
}

/** The state changed under this worker (cancelled, most likely): the next claim sees what to do. */
async function releaseClaim(claim: Claim, now: Date): Promise<WorkResult> {
  await postponeClaim(claim, new Date(now.getTime() + 1000));
  return "lost";
}
