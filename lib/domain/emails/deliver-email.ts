import { batchStatements } from "#lib/adapters/db/batch-statements";
import { db, pool } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import {
  CALL_DEADLINE_MS,
  Email,
  type EmailAttachment,
  type EmailOutcome,
} from "#lib/adapters/email/email";
import { type Context, mintContext } from "#lib/core/context";
import { decryptSecret, encryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { log } from "#lib/core/telemetry/log";
import { inSpan } from "#lib/core/telemetry/tracing";
import {
  attemptSpan,
  type BegunAttempt,
  beginAttempt,
  INTERRUPTED,
} from "#lib/domain/deliveries/begin";
import { type Claim, postponeClaim } from "#lib/domain/deliveries/claim";
import type { Clock } from "#lib/domain/deliveries/clock";
import { EMAIL_RETRIES, isSeriesOver, nextDeliveryState } from "#lib/domain/deliveries/rules";
import { isToVisitor, type WorkResult } from "#lib/domain/deliveries/schema";
import { recordOutcome, type Settlement, settle } from "#lib/domain/deliveries/settle";
import { readFiles, withMemoryFor } from "#lib/domain/emails/attached-files";
import { isOptedOut } from "#lib/domain/emails/auto-reply/autoresponder";
import { captureEmail } from "#lib/domain/emails/captured-emails";
import { composeEmail } from "#lib/domain/emails/compose-email";
import { type FoundDigest, readDigest } from "#lib/domain/emails/digests/read-digest";
import { type DueEmail, findDueEmail } from "#lib/domain/emails/due-email";
import { noteEmailOutcome } from "#lib/domain/emails/email-refusal";
import { isRepeatSafe, sendEmail, takeSendSlot } from "#lib/domain/emails/send-email";

const RESULTS = { delivered: "sent", failed: "failed", uncertain: "uncertain" } as const;

/** Settles concurrent emails in one statement. False when another worker holds the email. */
const settleEmail = batchStatements({
  run: (settlements: readonly Settlement[]) => settle(pool(), settlements),
  maxItems: 128,
  maxRunning: 2,
});

/**
 * Takes the next step with a claimed email: sends or captures it, closes the attempt of a worker that
 * died, or cancels it.
 */
export async function deliverEmail(claim: Claim, clock: Clock): Promise<WorkResult> {
  const ctx = mintContext(claim.workspaceId, { kind: "system" }, clock.now());
  const email = await findDueEmail({ claim, now: ctx.now });
  return email?.isSendable ? send(ctx, claim, email, clock) : close(claim, email, clock);
}

async function send(ctx: Context, claim: Claim, due: DueEmail, clock: Clock): Promise<WorkResult> {
  const early = await endEarly(ctx, claim, due);
  if (early) return early;
  // A database that can't be read now isn't the email's fault: it's claimed again later.
  const isNewDigest = due.kind === "digest" && !due.sealedPayload;
  const digest = isNewDigest ? await readDigest(due, ctx.now) : null;
  if (isNewDigest && !digest) return endNow(claim, "cancelled", ctx.now);
  const key = await installationKey();
  const email = openOrCompose(due, key, digest);
  if (email && settings().email.mode === "capture") return capture(claim, due, email, clock);
  const files = email?.files ?? [];
  const result = await withMemoryFor(files, async () => {
    const attachments = await readFiles(files);
    if (attachments) return sendNow(claim, due, email, { attachments, clock });
    // An email that was begun with files is repeated with them, or not at all.
    if (due.sealedPayload) return postpone(claim, clock, UNREADABLE_WAIT_MS);
    const linking = openOrCompose({ ...due, attachesFiles: false }, key, digest);
    return sendNow(claim, due, linking, { attachments: [], clock });
  });
  return result ?? postpone(claim, clock, CROWDED_WAIT_MS);
}

/** The wait until files that can't be read now are tried again, and the wait for memory. */
const UNREADABLE_WAIT_MS = 30_000;
const CROWDED_WAIT_MS = 1_000;

async function postpone(claim: Claim, clock: Clock, waitMs: number): Promise<WorkResult> {
  const until = new Date(clock.now().getTime() + waitMs);
  return (await postponeClaim(claim, until)) ? "paced" : "lost";
}

type Sending = { attachments: readonly EmailAttachment[]; clock: Clock };

/** @param email - null for one that couldn't be composed */
async function sendNow(
  claim: Claim,
  due: DueEmail,
  email: Email | null,
  { attachments, clock }: Sending,
): Promise<WorkResult> {
  const slot = email && (await takeSendSlot(clock));
  if (slot?.comeBackAt) return (await postponeClaim(claim, slot.comeBackAt)) ? "paced" : "lost";
  // Stored for the series' repeats: the provider rejects a key used with another email.
  const sealedPayload =
    due.sealedPayload ?? encryptSecret("email_payload", due, JSON.stringify(email));
  const begun = await beginAttempt({ claim, now: clock.now(), sealedPayload });
  if (begun.kind !== "begun") return begun.kind === "cancelled" ? "cancelled" : "lost";
  const call = {
    idempotencyKey: due.dedupeKey,
    signal: clock.deadline(CALL_DEADLINE_MS),
    attachments,
  };
  const outcome: EmailOutcome = email
    ? await inSpan("send email", attemptSpan(begun), () => sendEmail(email, call))
    : { kind: "rejected", error: "The email couldn't be composed.", isFirst: false };
  const result = await record({ claim, attempt: begun, outcome, email: due, clock });
  if (outcome.kind === "refused" || slot?.isRefused)
    await recordOutcome(() => noteEmailOutcome(outcome, clock.now()), clock);
  return result;
}

async function capture(
  claim: Claim,
  due: DueEmail,
  email: Email,
  clock: Clock,
): Promise<WorkResult> {
  const captured = { claim, email, now: clock.now() };
  if (await recordOutcome(() => captureEmail(captured), clock)) return "sent";
  return close(claim, due, clock);
}

/** Cancels an email, or closes the attempt of a worker that died: the email may have arrived. */
async function close(claim: Claim, email: DueEmail | null, clock: Clock): Promise<WorkResult> {
  const now = clock.now();
  const found = await beginAttempt({ claim, now });
  if (found.kind === "cancelled") return "cancelled";
  if (found.kind !== "interrupted") {
    // The email may have become sendable by now.
    await postponeClaim(claim, new Date(now.getTime() + 1_000));
    return "lost";
  }
  const { error } = INTERRUPTED.email;
  const outcome = { kind: "unknown", error, canRepeat: true } as const;
  return record({ claim, attempt: found, outcome, email, clock, endedAt: found.startedAt });
}

/** Ends an email without another attempt. */
async function endNow(
  claim: Claim,
  status: "failed" | "uncertain" | "cancelled",
  now: Date,
  failureReason?: "opted_out",
): Promise<WorkResult> {
  const attempt = { attemptId: null, attempt: null, nextAttemptAt: null };
  const ended = { claim, ...attempt, status, failureReason, now };
  return (await settleEmail(ended)) ? status : "lost";
}

/** Ends an email that is too late, not safe to repeat, or no longer wanted. */
async function endEarly(ctx: Context, claim: Claim, email: DueEmail): Promise<WorkResult | null> {
  const { now } = ctx;
  const { mayHaveArrived, seriesStartedAt } = email;
  const end = (status: "failed" | "uncertain" | "cancelled", failureReason?: "opted_out") =>
    endNow(claim, status, now, failureReason);
  const isTooLate = seriesStartedAt !== null && isSeriesOver(seriesStartedAt, now, EMAIL_RETRIES);
  if (isTooLate || (mayHaveArrived && !isRepeatSafe()))
    return end(mayHaveArrived ? "uncertain" : "failed");
  if (!isToVisitor(email.kind)) return null;
  if (!(await isOptedOut(db(), ctx, email.email))) return null;
  if (email.kind === "visitor_reply") await suppressReply(ctx, email);
  return end("cancelled", "opted_out");
}

/**
 * Records on the submission that its auto-reply isn't sent because the visitor opted out. Opting out
 * is permanent, so a worker that dies after this gets the same result next time.
 */
async function suppressReply(ctx: Context, { submissionId }: DueEmail): Promise<void> {
  if (submissionId === null) return;
  await db().submission.updateMany({
    where: { id: submissionId, workspaceId: ctx.workspaceId },
    data: { visitorReplyStatus: "suppressed", visitorReplyReason: "opted_out" },
  });
}

/** Returns the email of the running series, or a new one; null when it can't be composed. */
function openOrCompose(due: DueEmail, key: Buffer, digest: FoundDigest | null): Email | null {
  const { id, kind, sealedPayload } = due;
  try {
    if (!sealedPayload) return composeEmail(due, key, digest);
    return Email.parse(JSON.parse(decryptSecret("email_payload", due, sealedPayload)));
  } catch (err) {
    log().error({ deliveryId: id, kind, err }, "email not composed");
    return null;
  }
}

type Ended = {
  claim: Claim;
  attempt: BegunAttempt;
  outcome: EmailOutcome;
  email: DueEmail | null;
  clock: Clock;
  endedAt?: Date;
};

async function record(ended: Ended): Promise<WorkResult> {
  const { claim, attempt, outcome, email, clock, endedAt = clock.now() } = ended;
  const series = {
    startedAt: attempt.seriesStartedAt,
    attempts: attempt.seriesAttempts,
    mayHaveArrived: email?.mayHaveArrived ?? false,
  };
  const isSpent = outcome.kind === "unknown" && !isRepeatSafe();
  const result = isSpent ? { ...outcome, canRepeat: false } : outcome;
  const { status, nextAttemptAt } = nextDeliveryState(result, series, EMAIL_RETRIES, endedAt);
  const isUncounted = outcome.kind === "throttled" || outcome.kind === "refused";
  const isCounted = !isUncounted || nextAttemptAt === null;
  const error = outcome.kind === "accepted" ? null : outcome.error;
  if (error !== null) logUnsent(claim, email, error, nextAttemptAt);
  const settlement: Settlement = {
    claim,
    attemptId: attempt.attemptId,
    attempt: isCounted ? { outcome: toOutcome(outcome.kind), error } : null,
    status,
    nextAttemptAt,
    providerEmailId: outcome.kind === "accepted" ? outcome.emailId : null,
    // The provider may have rejected the `From` address, which is corrected in the settings.
    isRecomposed: outcome.kind === "refused" && !series.mayHaveArrived,
    now: clock.now(),
  };
  const isRecorded = await recordOutcome(() => settleEmail(settlement), clock);
  if (!isRecorded) return "lost";
  if (nextAttemptAt === null) return RESULTS[status];
  if (outcome.kind === "throttled" || outcome.kind === "refused") return outcome.kind;
  return "retried";
}

/** Logs why an email wasn't sent, and when it's retried. Addresses that servers repeat are left out. */
function logUnsent(
  { deliveryId }: Claim,
  email: DueEmail | null,
  error: string,
  nextAttemptAt: Date | null,
): void {
  const reason = error.replaceAll(/[^\s<>@]+@[^\s<>@]+/g, "…");
  log().warn(
    { deliveryId, kind: email?.kind, reason, retryAt: nextAttemptAt?.toISOString() ?? null },
    nextAttemptAt === null ? "email not sent" : "email not sent yet",
  );
}

function toOutcome(kind: EmailOutcome["kind"]): "sent" | "failed" | "uncertain" {
  if (kind === "accepted") return "sent";
  return kind === "unknown" ? "uncertain" : "failed";
}
