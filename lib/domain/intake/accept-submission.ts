import type { Context } from "#lib/core/context";
import { monthOf } from "#lib/core/dates";
import { AppError } from "#lib/core/errors";
import { makeSearchText } from "#lib/core/fields/search-text";
import type { FoundSender } from "#lib/core/fields/sender";
import { log } from "#lib/core/telemetry/log";
import { findBlockedWord, findListedSender, type SpamVerdict } from "#lib/domain/forms/spam/rules";
import {
  type ObservedChallenge,
  observeChallenge,
  verifyChallenge,
} from "#lib/domain/forms/turnstile/verify-challenge";
import { commitSubmission } from "#lib/domain/intake/commit-submission";
import {
  draftSubmission,
  type RepeatKey,
  type ScreenedContent,
  type SubmissionContent,
  type SubmissionDraft,
  senderTo,
} from "#lib/domain/intake/draft-submission";
import { contentDigest } from "#lib/domain/intake/fields";
import { findReplay, findReplayIfClosed } from "#lib/domain/intake/find-replay";
import { FormClosed } from "#lib/domain/intake/form-closed";
import { type JudgedContent, judgeContent } from "#lib/domain/intake/judge-content";
import { type LimitStatus, requireWithin } from "#lib/domain/intake/limits";
import { FormChanged, type OpenForm } from "#lib/domain/intake/open-form";
import type { AcceptedSubmission, CommitResult, Replay } from "#lib/domain/intake/outcomes";
import {
  checkOwnChallenge,
  type SentSolution,
  withoutSolution,
} from "#lib/domain/intake/own-challenge";
import { discardFiles, type SentFile, storeFiles } from "#lib/domain/intake/store-files";
import { getUsage, isRejecting } from "#lib/domain/usage/get-usage";
import { queueUsageAlert } from "#lib/domain/usage/queue-usage-alert";
import { HELD_UP_TO, type Usage } from "#lib/domain/usage/schema";

type SentContent = SubmissionContent & {
  files: readonly SentFile[];
  isHoneypotFilled: boolean;
  /** Whether it's a test from the dashboard. */
  isTest?: boolean;
  /** The time from the first input to sending, reported by our own script; null if it isn't known. */
  filledInMs?: number | null;
  /** The Turnstile widget's response, if one was sent. */
  challenge: string | null;
  /** The solution of the form's own challenge, if one was sent. */
  solution?: SentSolution | null;
  /** The state of the form's own rate limit. Beyond it, only replays are still accepted. */
  formLimit: LimitStatus;
};

/** Returns the first check that makes a submission spam on its own, or null. Pure. */
function screenSubmission(
  form: Pick<OpenForm, "blockedSenders" | "safeSenders" | "blockedWords">,
  { fields, isHoneypotFilled }: Pick<SentContent, "fields" | "isHoneypotFilled">,
  { email }: FoundSender,
): SpamVerdict | null {
  if (isHoneypotFilled) return { reason: "honeypot", match: null };
  const listed = findListedSender(form, email);
  if (listed?.list === "blocked") return { reason: "blocked_sender", match: listed.entry };
  if (form.blockedWords.length === 0) return null;
  const word = findBlockedWord(form.blockedWords, makeSearchText(fields));
  return word === null ? null : { reason: "blocked_word", match: word };
}

/**
 * Creates the error for a submission beyond the limit of held ones. The last submission that was held
 * should have alerted the owners; this sends the alert in case that process died.
 */
async function allowanceExceeded(
  ctx: Context,
  { accepted, allowance }: Pick<Usage, "accepted" | "allowance">,
): Promise<AppError> {
  const counted = Math.min(accepted, HELD_UP_TO * (allowance ?? Number.POSITIVE_INFINITY));
  await queueUsageAlert(ctx, counted, allowance).catch((err: unknown) =>
    log().warn({ err }, "the usage alert couldn't be queued"),
  );
  return new AppError("allowance_exceeded", "This form has reached its monthly limit.", {
    retryAfterSeconds: (monthOf(ctx.now).end.getTime() - ctx.now.getTime()) / 1000,
  });
}

/** @throws {AppError} allowance_exceeded */
async function requireAllowance(ctx: Context): Promise<void> {
  const usage = await getUsage(ctx);
  if (isRejecting(usage)) throw await allowanceExceeded(ctx, usage);
}

type Screened = Omit<ScreenedContent, keyof SubmissionContent>;

/**
 * A sign of spam, however weak, keeps automatic emails to the visitor from being sent. Where content isn't judged, nothing
 * shows that there's none.
 */
function mayHaveSignals({ spam }: OpenForm, judged: JudgedContent | null): boolean {
  return (
    spam.filter === "off" || judged?.judgment.signals.some(({ points }) => points > 0) === true
  );
}

/**
 * Stores a screened submission. What the judge finds is moved to spam like other spam, but the judge may be
 * wrong: if spam has no room, the message is delivered.
 */
async function commitScreened(
  ctx: Context,
  form: OpenForm,
  content: SentContent,
  screened: Screened,
): Promise<{ draft: SubmissionDraft; result: CommitResult }> {
  const draft = await draftSubmission(ctx, form, { ...content, ...screened });
  const result = await commitSubmission(draft, form.options.maxSubmissions);
  if (result.outcome !== "spam_full" || screened.spam?.reason !== "content")
    return { draft, result };
  return commitScreened(ctx, form, content, { ...screened, spam: null });
}

/**
 * Stores a submission once. Submissions that the honeypot or a list catches go to spam without their files; what the
 * judge finds, with them.
 *
 * @throws {FormChanged} when the form may have changed since it was read: read it again and start over
 * @throws {AppError} idempotency_key_reused, rate_limited, form_closed, allowance_exceeded, turnstile_required,
 * turnstile_failed, service_unavailable, storage_unavailable, idempotency_in_progress
 */
export async function acceptSubmission(
  ctx: Context,
  form: OpenForm,
  content: SentContent,
): Promise<AcceptedSubmission> {
  const earlier = await findReplayIfClosed(ctx, form, content.repeatKey);
  if (earlier) return { ...earlier, ownChallenge: withoutSolution(form, content) };
  const sender = senderTo(form, content.fields);
  const caught = screenSubmission(form, content, sender);
  const sent = caught ? [] : content.files;
  const widget = caught ? null : form.widget;
  const isRequired = widget !== null && widget.observes === null;
  // A challenge works once, and files take up space: neither is used for a repeat or for a submission
  // that the allowance rejects, and callers read the form again for these. Otherwise the statement
  // itself detects these cases.
  const isVerified = isRequired || (widget !== null && Boolean(content.challenge));
  const isSolved = form.spam.challenge && Boolean(content.solution);
  const isCostly = sent.length > 0 || isVerified || isSolved;
  if (isCostly || !content.formLimit.isAllowed) {
    const replay = await findReplay(ctx, form, content.repeatKey);
    if (replay) return { ...replay, ownChallenge: withoutSolution(form, content) };
  }
  requireWithin(content.formLimit);
  if (isCostly) await requireAllowance(ctx);
  let observed: ObservedChallenge | null = null;
  if (widget) {
    const contentHash = contentDigest(content.fields, content.files);
    const challenge = { token: content.challenge, formId: form.id, contentHash };
    if (isRequired) await verifyChallenge(ctx, widget, challenge);
    else observed = await observeChallenge(ctx, widget, challenge);
  }
  const ownChallenge = await checkOwnChallenge(ctx, form, content);
  const judged = caught ? null : await judgeContent(ctx, form, content, sender, ownChallenge);
  const spam = judged?.isMoved ? { reason: "content" as const, match: null } : caught;
  let isStored = false;
  try {
    const files = await storeFiles(ctx, sent);
    const botCheck = {
      isChallengePassed: isRequired,
      ownChallenge,
      hasSignals: mayHaveSignals(form, judged),
    };
    const screened = { spam, judged, files, sender, ...botCheck };
    const { draft, result } = await commitScreened(ctx, form, content, screened);
    isStored = result.outcome === "stored";
    if (!isStored) await discardFiles(ctx, files);
    const stored = await toAccepted(ctx, form, content.repeatKey, draft, result);
    return {
      ...stored,
      observed,
      ownChallenge,
      needsModel: isStored && judged?.needsModel === true,
    };
  } finally {
    judged?.remember(isStored);
  }
}

/** @throws {AppError} what the statement's outcome means */
async function toAccepted(
  ctx: Context,
  form: OpenForm,
  repeatKey: RepeatKey | null,
  { id, spam_reason }: SubmissionDraft,
  { outcome, accepted, allowance, ...result }: CommitResult,
): Promise<Omit<Replay, "observed" | "needsModel">> {
  const usage = accepted === null || allowance === null ? null : { accepted, allowance };
  const receivedAt = result.receivedAt.getTime();
  if (outcome === "stored") return { id, receivedAt, isReplay: false, onlyCountedAs: null, usage };
  if (outcome === "spam_full") {
    const onlyCountedAs = spam_reason === "honeypot" ? "honeypot_full" : "blocked_full";
    return { id, receivedAt, isReplay: false, onlyCountedAs, usage };
  }
  if (outcome === "form_changed") throw new FormChanged();
  const replay = await findReplay(ctx, form, repeatKey, outcome === "key_taken" ? null : ctx.now);
  if (replay) return replay;
  if (outcome === "form_closed") throw new FormClosed("full", form.options.closedText);
  if (outcome === "allowance_exceeded")
    throw await allowanceExceeded(ctx, usage ?? (await getUsage(ctx)));
  // The key expired and was deleted at this very moment. If it was set automatically, the sender can't
  // send it again.
  if (repeatKey?.isAutomatic) throw new FormChanged();
  throw new AppError(
    "idempotency_in_progress",
    "A submission with the same idempotency key is being stored. Try again in a moment.",
    { retryAfterSeconds: 1 },
  );
}
