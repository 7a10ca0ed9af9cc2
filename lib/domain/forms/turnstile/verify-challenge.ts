import { createHash } from "node:crypto";
import { v4 } from "uuid";
import { transaction } from "#lib/adapters/db/database";
import { askSiteverify } from "#lib/adapters/turnstile/siteverify";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { decryptSecret } from "#lib/core/secrets";
import { log } from "#lib/core/telemetry/log";
import { lockChangedForm } from "#lib/domain/forms/store";
import type { Observation } from "#lib/domain/forms/turnstile/schema";

/** Cloudflare's limit. */
const MAX_RESPONSE_CHARACTERS = 2_048;

/** A widget that is enabled or observes, as intake knows it. */
export type ChallengeWidget = {
  revision: string;
  sealedSecret: Uint8Array;
  hostnames: readonly string[];
  /** May be outdated: null from a cached read although the widget has been verified since. */
  verifiedAt: Date | null;
  /** Null for an enabled widget. */
  observes: Observation | null;
};

type Challenge = {
  /** The field `cf-turnstile-response`; null or empty when it wasn't sent. */
  token: string | null;
  formId: string;
  /** A digest of fields and files. */
  contentHash: Uint8Array;
};

/**
 * Verifies a visitor's challenge. Only the same submission can verify the same token again: a
 * different one has another idempotency key, and Cloudflare rejects it.
 *
 * @throws {AppError} turnstile_required, turnstile_failed; service_unavailable if siteverify is down
 */
export async function verifyChallenge(
  ctx: Context,
  widget: ChallengeWidget,
  challenge: Challenge,
): Promise<void> {
  const { token, formId } = challenge;
  if (!token)
    throw new AppError(
      "turnstile_required",
      "The spam check is missing. Complete it and submit again.",
    );
  if (token.length > MAX_RESPONSE_CHARACTERS) throw challengeFailed();
  const result = await askSiteverify({
    secret: decryptSecret(
      "widget",
      { workspaceId: ctx.workspaceId, id: formId },
      widget.sealedSecret,
    ),
    response: token,
    idempotencyKey: challengeKey(challenge, token),
  });
  if (result.kind === "unreachable")
    throw new AppError(
      "service_unavailable",
      "The spam check is temporarily unavailable. Submit again in a moment.",
      { retryAfterSeconds: 10, cause: result.cause },
    );
  if (result.kind === "rejected") {
    if (result.codes.includes("invalid-input-secret"))
      log().warn({ formId }, "Cloudflare rejected the stored secret of this form's widget");
    throw challengeFailed();
  }
  if (!widget.hostnames.includes(result.hostname?.toLowerCase() ?? "")) throw challengeFailed();
  if (widget.verifiedAt === null) await markVerified(ctx, widget, formId);
}

function challengeFailed(): AppError {
  return new AppError(
    "turnstile_failed",
    "The spam check failed. Complete a new one, and submit the form again.",
  );
}

/** A UUID derived from token, form, and content. */
function challengeKey({ formId, contentHash }: Challenge, token: string): string {
  const content = Buffer.from(contentHash).toString("hex");
  const random = createHash("sha256")
    .update(JSON.stringify([token, formId, content]))
    .digest();
  return v4({ random });
}

/**
 * Doesn't change the form's version: the passed challenge shows intake that the widget works. If that makes
 * the challenge required, the form has changed, and the submission is accepted under its new version.
 */
async function markVerified(ctx: Context, widget: ChallengeWidget, formId: string): Promise<void> {
  const { workspaceId } = ctx;
  const where = { formId, workspaceId, revision: widget.revision, verifiedAt: null };
  const isRequired = widget.observes === "require";
  await transaction(async (tx) => {
    if (isRequired) await lockChangedForm(tx, ctx, formId);
    await tx.turnstileWidget.updateMany({
      where,
      data: { verifiedAt: ctx.now, ...(isRequired && { enabled: true, observes: null }) },
    });
  });
}

/** The result of a visitor's challenge if the widget only observes. */
export type ObservedChallenge = "passed" | "failed" | "missing";

/**
 * Verifies a challenge without requiring it.
 *
 * @returns null if siteverify couldn't tell
 */
export async function observeChallenge(
  ctx: Context,
  widget: ChallengeWidget,
  challenge: Challenge,
): Promise<ObservedChallenge | null> {
  try {
    await verifyChallenge(ctx, widget, challenge);
    return "passed";
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    if (failure.code === "turnstile_required") return "missing";
    return failure.code === "turnstile_failed" ? "failed" : null;
  }
}
