import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields";
import { log } from "#lib/core/log";
import { type Acceptance, acceptSubmission } from "#lib/intake/accept-submission";
import { draftSubmission, type RepeatKey } from "#lib/intake/draft-submission";
import { contentDigest } from "#lib/intake/fields";
import { findReplay } from "#lib/intake/find-replay";
import type { OpenForm } from "#lib/intake/open-form";
import { discardFiles, type SentFile, storeFiles } from "#lib/intake/store-files";
import { type ChallengeWidget, verifyChallenge } from "#lib/turnstile/verify-challenge";
import { getUsage } from "#lib/usage/get-usage";
import { monthOf } from "#lib/usage/month";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";

export type AcceptedVisit = {
  id: string;
  receivedAt: number;
  isReplay: boolean;
  /** False for a honeypot hit beyond what its form keeps: answered like any other, and only counted. */
  isStored: boolean;
  /** The month's count after this one and the plan's allowance; null for a replay. */
  usage: { accepted: number; allowance: number } | null;
};

type ScreenedVisit = {
  fields: FieldPairs;
  files: readonly SentFile[];
  isHoneypotFilled: boolean;
  repeatKey: RepeatKey | null;
  /** Whether the visitor consents to an automatic reply. */
  asksForReply: boolean;
  /** The anti-spam widget's response, where one was sent. */
  challenge: string | null;
  /** Set when the form has had too many posts: only a replay is still answered. */
  formLimit: AppError | null;
};

async function replayOf(ctx: Context, form: OpenForm, repeatKey: RepeatKey | null) {
  const replay = repeatKey ? await findReplay(ctx, form, repeatKey) : null;
  return replay ? { ...replay, isReplay: true, isStored: true, usage: null } : null;
}

/**
 * The refusal of a message beyond the allowance. The owners should have been told by the last message
 * before it; should that one's process have died, they are now.
 */
async function allowanceExceeded(
  ctx: Context,
  { accepted, allowance }: { accepted: number; allowance: number },
): Promise<AppError> {
  await queueUsageAlert(ctx, Math.min(accepted, allowance), allowance).catch((err: unknown) =>
    log().warn({ err }, "the allowance's end could not be noticed"),
  );
  return new AppError(
    "allowance_exceeded",
    "This form has received all the messages that its plan allows this month.",
    { retryAfterSeconds: (monthOf(ctx.now).end.getTime() - ctx.now.getTime()) / 1000 },
  );
}

/** A challenge works once and a file is written once: neither is spent on what the allowance rejects. */
async function requireAllowance(ctx: Context): Promise<void> {
  const usage = await getUsage(ctx);
  if (usage.accepted >= usage.allowance) throw await allowanceExceeded(ctx, usage);
}

async function passChallenge(
  ctx: Context,
  form: OpenForm,
  widget: ChallengeWidget,
  visit: ScreenedVisit,
): Promise<void> {
  await verifyChallenge(ctx, widget, {
    token: visit.challenge,
    formId: form.id,
    contentHash: contentDigest(visit.fields, visit.files),
  });
}

async function settle(
  ctx: Context,
  form: OpenForm,
  visit: ScreenedVisit,
  acceptance: Acceptance,
  id: string,
): Promise<AcceptedVisit | null> {
  const { outcome, accepted, allowance } = acceptance;
  const usage = accepted === null || allowance === null ? null : { accepted, allowance };
  if (outcome === "stored" || outcome === "honeypot_full") {
    const isStored = outcome === "stored";
    return { id, receivedAt: ctx.now.getTime(), isReplay: false, isStored, usage };
  }
  if (outcome === "form_changed") return null;
  const replay = await replayOf(ctx, form, visit.repeatKey);
  if (replay) return replay;
  if (outcome === "allowance_exceeded")
    throw await allowanceExceeded(ctx, usage ?? (await getUsage(ctx)));
  throw new AppError(
    "idempotency_in_progress",
    "A message with the same idempotency key is just being stored. Try again in a moment.",
    { retryAfterSeconds: 1 },
  );
}

/**
 * Stores what a visitor sent, once. A honeypot hit goes to spam without its files.
 *
 * @returns null when the form has changed since it was read: read it again and start over
 * @throws {AppError} idempotency_key_reused, rate_limited, allowance_exceeded, turnstile_required,
 * turnstile_failed, service_unavailable, storage_unavailable, idempotency_in_progress
 */
export async function acceptVisit(
  ctx: Context,
  form: OpenForm,
  visit: ScreenedVisit,
): Promise<AcceptedVisit | null> {
  const sent = visit.isHoneypotFilled ? [] : visit.files;
  const widget = visit.isHoneypotFilled ? null : form.widget;
  if (visit.formLimit || sent.length > 0 || widget) {
    const replay = await replayOf(ctx, form, visit.repeatKey);
    if (replay) return replay;
  }
  if (visit.formLimit) throw visit.formLimit;
  // Files are written for a form known to be current: else they would lie there twice until swept.
  if (sent.length > 0 && form.isCached) return null;
  if (sent.length > 0 || widget) await requireAllowance(ctx);
  if (widget) await passChallenge(ctx, form, widget, visit);
  const files = await storeFiles(ctx, sent);
  const isChallengePassed = widget !== null;
  const draft = draftSubmission(ctx, form, { ...visit, files, isChallengePassed });
  const acceptance = await acceptSubmission(draft);
  if (acceptance.outcome !== "stored") await discardFiles(ctx, files);
  return settle(ctx, form, visit, acceptance, draft.id);
}
