import type { Context } from "#lib/core/context";
import { monthOf } from "#lib/core/dates";
import { AppError } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields";
import { log } from "#lib/core/log";
import { db } from "#lib/db/database";
import { type CommitResult, commitSubmission } from "#lib/intake/commit-submission";
import {
  draftSubmission,
  type RepeatKey,
  type SubmissionDraft,
} from "#lib/intake/draft-submission";
import { contentDigest } from "#lib/intake/fields";
import type { OpenForm } from "#lib/intake/open-form";
import { screenSubmission } from "#lib/intake/screen-submission";
import { discardFiles, type SentFile, storeFiles } from "#lib/intake/store-files";
import { type ChallengeWidget, verifyChallenge } from "#lib/turnstile/verify-challenge";
import { getUsage } from "#lib/usage/get-usage";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";

/** How the form's activity counts spam that wasn't stored. */
export type UnstoredCode = "honeypot_full" | "blocked_full";

export type AcceptedSubmission = {
  id: string;
  receivedAt: number;
  isReplay: boolean;
  /** Null if it's stored. Spam beyond what its form keeps gets the usual response and is only counted. */
  unstoredAs: UnstoredCode | null;
  /** The month's count including this one, and the plan's allowance; null for a replay. */
  usage: { accepted: number; allowance: number } | null;
};

type ParsedContent = {
  fields: FieldPairs;
  /** Names of fields that were sent but have no effect. The form doctor mentions them. */
  unusedFields: readonly string[];
  files: readonly SentFile[];
  isHoneypotFilled: boolean;
  repeatKey: RepeatKey | null;
  /** Whether the visitor consents to an auto-reply. */
  asksForReply: boolean;
  /** The anti-spam widget's response, if one was sent. */
  challenge: string | null;
  /** Set when the form's rate limit is reached: only a replay is still accepted. */
  formLimit: AppError | null;
};

/**
 * What was accepted under this key before, or null when the key is free or has expired.
 *
 * @throws {AppError} idempotency_key_reused when the first submission had other content
 */
async function findReplay(
  ctx: Context,
  form: OpenForm,
  repeatKey: RepeatKey | null,
): Promise<AcceptedSubmission | null> {
  if (!repeatKey) return null;
  const row = await db().idempotencyKey.findFirst({
    where: {
      formId: form.id,
      workspaceId: ctx.workspaceId,
      key: repeatKey.key,
      expiresAt: { gt: ctx.now },
    },
  });
  if (!row) return null;
  if (!Buffer.from(row.contentHash).equals(repeatKey.contentHash))
    throw new AppError(
      "idempotency_key_reused",
      "This idempotency key was already used for a different submission. Use a new key for each submission.",
    );
  const receivedAt = row.receivedAt.getTime();
  return { id: row.submissionId, receivedAt, isReplay: true, unstoredAs: null, usage: null };
}

/**
 * The error for a submission beyond the allowance. The last submission within it should have alerted
 * the owners; this makes sure in case that process died.
 */
async function allowanceExceeded(
  ctx: Context,
  { accepted, allowance }: { accepted: number; allowance: number },
): Promise<AppError> {
  await queueUsageAlert(ctx, Math.min(accepted, allowance), allowance).catch((err: unknown) =>
    log().warn({ err }, "the usage alert couldn't be queued"),
  );
  return new AppError("allowance_exceeded", "This form has reached its monthly limit.", {
    retryAfterSeconds: (monthOf(ctx.now).end.getTime() - ctx.now.getTime()) / 1000,
  });
}

/** A challenge works once and files take space: neither is spent on what the allowance rejects. */
async function requireAllowance(ctx: Context): Promise<void> {
  const usage = await getUsage(ctx);
  if (usage.accepted >= usage.allowance) throw await allowanceExceeded(ctx, usage);
}

async function requireChallenge(
  ctx: Context,
  form: OpenForm,
  widget: ChallengeWidget,
  content: ParsedContent,
): Promise<void> {
  await verifyChallenge(ctx, widget, {
    token: content.challenge,
    formId: form.id,
    contentHash: contentDigest(content.fields, content.files),
  });
}

async function toAccepted(
  ctx: Context,
  form: OpenForm,
  content: ParsedContent,
  result: CommitResult,
  { id, spam_reason }: SubmissionDraft,
): Promise<AcceptedSubmission | null> {
  const { outcome, accepted, allowance } = result;
  const usage = accepted === null || allowance === null ? null : { accepted, allowance };
  const receivedAt = ctx.now.getTime();
  if (outcome === "stored") return { id, receivedAt, isReplay: false, unstoredAs: null, usage };
  if (outcome === "spam_full") {
    const unstoredAs = spam_reason === "honeypot" ? "honeypot_full" : "blocked_full";
    return { id, receivedAt, isReplay: false, unstoredAs, usage };
  }
  if (outcome === "form_changed") return null;
  const replay = await findReplay(ctx, form, content.repeatKey);
  if (replay) return replay;
  if (outcome === "allowance_exceeded")
    throw await allowanceExceeded(ctx, usage ?? (await getUsage(ctx)));
  throw new AppError(
    "idempotency_in_progress",
    "A submission with the same idempotency key is being stored. Try again in a moment.",
    { retryAfterSeconds: 1 },
  );
}

/**
 * Stores a submission once. What the honeypot or a block list catches goes to spam without its files.
 *
 * @returns null when the form has changed since it was read: read it again and start over
 * @throws {AppError} idempotency_key_reused, rate_limited, allowance_exceeded, turnstile_required,
 * turnstile_failed, service_unavailable, storage_unavailable, idempotency_in_progress
 */
export async function acceptSubmission(
  ctx: Context,
  form: OpenForm,
  content: ParsedContent,
): Promise<AcceptedSubmission | null> {
  const spam = screenSubmission(form, content);
  const sent = spam ? [] : content.files;
  const widget = spam ? null : form.widget;
  if (content.formLimit || sent.length > 0 || widget) {
    const replay = await findReplay(ctx, form, content.repeatKey);
    if (replay) return replay;
  }
  if (content.formLimit) throw content.formLimit;
  // Files are written only for a form known to be current. Otherwise they'd be written twice.
  if (sent.length > 0 && form.isCached) return null;
  if (sent.length > 0 || widget) await requireAllowance(ctx);
  if (widget) await requireChallenge(ctx, form, widget, content);
  const files = await storeFiles(ctx, sent);
  const isChallengePassed = widget !== null;
  const draft = await draftSubmission(ctx, form, { ...content, spam, files, isChallengePassed });
  const result = await commitSubmission(draft);
  if (result.outcome !== "stored") await discardFiles(ctx, files);
  return toAccepted(ctx, form, content, result, draft);
}
