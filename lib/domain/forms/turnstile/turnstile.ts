import { randomUUID } from "node:crypto";
import { byForm, type Db, db, transaction, upsertByForm } from "#lib/adapters/db/database";
import type { TurnstileWidget } from "#lib/adapters/db/generated/client";
import { askSiteverify } from "#lib/adapters/turnstile/siteverify";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { describeChanges, recordAudit } from "#lib/domain/audit/record-audit";
import { findChallengeState } from "#lib/domain/forms/challenge/challenge-state";
import { lockChangedForm } from "#lib/domain/forms/store";
import type {
  ConnectTurnstileInput,
  Observation,
  Turnstile,
} from "#lib/domain/forms/turnstile/schema";

/** The part of a widget that everyone in the workspace may see. */
export type PublicWidget = Pick<
  TurnstileWidget,
  "siteKey" | "hostnames" | "enabled" | "verifiedAt" | "updatedAt"
>;

export function toTurnstile(row: PublicWidget): Turnstile {
  return {
    siteKey: row.siteKey,
    hostnames: row.hostnames,
    enabled: row.enabled,
    verifiedAt: row.verifiedAt?.getTime() ?? null,
    updatedAt: row.updatedAt.getTime(),
  };
}

export function findWidget(tx: Db, ctx: Context, formId: string): Promise<TurnstileWidget | null> {
  return tx.turnstileWidget.findFirst({
    where: { workspaceId: ctx.workspaceId, formId, form: { deletedAt: null } },
  });
}

/** Never a real response: siteverify checks the secret first, which is the only check we need. */
const MADE_UP_RESPONSE = "form-intake-service-secret-check";
const WRONG_SECRET = ["invalid-input-secret", "missing-input-secret"];

/**
 * Connects a widget, or updates the connected one. After every save, a visitor must pass a challenge
 * to verify it again.
 *
 * @param options.seenAt - `updatedAt` of the widget that the author saw, null for none: a later save by
 *   someone else isn't overwritten. If omitted, the last save wins.
 * @param options.observes - for a widget that isn't enabled: counts challenges instead of requiring them
 * @throws {AppError} not_found; validation_failed when the secret is missing; turnstile_secret_rejected;
 *   turnstile_unreachable, and then nothing is saved; revision_conflict
 */
export async function connectTurnstile(
  ctx: Context,
  formId: string,
  input: ConnectTurnstileInput,
  { seenAt, observes = null }: { seenAt?: number | null; observes?: Observation | null } = {},
): Promise<Turnstile> {
  const { siteKey, secretKey, hostnames, enabled } = input;
  await requireOwnForm(ctx, formId);
  const known = await findWidget(db(), ctx, formId);
  if (secretKey === undefined && known?.siteKey !== siteKey) throw secretMissing();
  if (secretKey !== undefined) await probeSecret(secretKey);
  return transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await findWidget(tx, ctx, formId);
    if (seenAt !== undefined && seenAt !== (current?.updatedAt.getTime() ?? null))
      throw new AppError("revision_conflict", "The widget has changed since you loaded it.");
    const ownRow = { workspaceId: ctx.workspaceId, id: formId };
    const sealedSecret =
      secretKey === undefined ? current?.sealedSecret : encryptSecret("widget", ownRow, secretKey);
    // Another save may have happened in between, and its secret belongs to another widget.
    if (!sealedSecret || (secretKey === undefined && current?.siteKey !== siteKey))
      throw secretMissing();
    const saved = {
      revision: newId(),
      siteKey,
      sealedSecret,
      hostnames,
      enabled,
      observes: enabled ? null : observes,
      verifiedAt: null,
      updatedAt: ctx.now,
    };
    const row = await tx.turnstileWidget.upsert(upsertByForm(ctx, formId, saved));
    await recordAudit(tx, ctx, {
      action: "turnstile.saved",
      subject,
      details: describeChanges(
        { ...current, secretKey: false },
        { siteKey, secretKey: secretKey !== undefined, hostnames, enabled, observes },
        ["siteKey", "enabled", "observes"],
      ),
    });
    return toTurnstile(row);
  });
}

/**
 * Requires challenges from now on. A confirmed widget stays confirmed, because the widget is the same.
 *
 * @throws {AppError} not_found, including when no widget is connected
 */
export async function requireTurnstile(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const current = await findWidget(tx, ctx, formId);
    if (!current) throw notFound();
    await tx.turnstileWidget.update({
      where: byForm(ctx, formId),
      data: { enabled: true, observes: null },
    });
    await recordAudit(tx, ctx, {
      action: "turnstile.saved",
      subject,
      details: describeChanges({ enabled: current.enabled }, { enabled: true }, ["enabled"]),
    });
  });
}

/**
 * Checked before any external call, so that requests about others' forms cause none. @throws
 * {AppError} not_found
 */
async function requireOwnForm(ctx: Context, formId: string): Promise<void> {
  const where = { id: formId, workspaceId: ctx.workspaceId, deletedAt: null };
  if (!isId(formId) || (await db().form.count({ where })) === 0) throw notFound();
}

function secretMissing(): AppError {
  return new AppError("validation_failed", "Invalid request: secretKey is required.", {
    details: [{ path: "secretKey", message: "is required for a new widget or site key" }],
  });
}

/** @throws {AppError} turnstile_secret_rejected, turnstile_unreachable */
async function probeSecret(secret: string): Promise<void> {
  const response = MADE_UP_RESPONSE;
  const result = await askSiteverify({ secret, response, idempotencyKey: randomUUID() });
  if (result.kind === "unreachable")
    throw new AppError(
      "turnstile_unreachable",
      "We couldn't reach Cloudflare to check this secret key, so nothing was saved. Try again in a moment.",
      { retryAfterSeconds: 10, cause: result.cause },
    );
  if (result.kind === "rejected" && result.codes.some((code) => WRONG_SECRET.includes(code)))
    throw new AppError(
      "turnstile_secret_rejected",
      "Cloudflare rejected this secret key. Copy it again from the widget's settings.",
      { details: [{ path: "secretKey", message: "was rejected by Cloudflare" }] },
    );
}

/**
 * Disconnects the widget, if there is one, and deletes its secret. Auto-replies stop unless the form has its own
 * challenge.
 *
 * @throws {AppError} not_found
 */
export async function disconnectTurnstile(ctx: Context, formId: string): Promise<void> {
  await transaction(async (tx) => {
    const subject = await lockChangedForm(tx, ctx, formId);
    const where = { workspaceId: ctx.workspaceId, formId };
    const { count } = await tx.turnstileWidget.deleteMany({ where });
    if (count > 0) await recordAudit(tx, ctx, { action: "turnstile.deleted", subject });
  });
}

/**
 * Requires a connected, enabled, and verified widget, or the form's own challenge, on and verified. Without either,
 * visitors get no emails.
 *
 * @param what - the feature that needs it
 * @throws {AppError} widget_required
 */
export async function requireWorkingWidget(
  tx: Db,
  ctx: Context,
  formId: string,
  what: "auto-replies" | "confirmation emails",
): Promise<void> {
  const widget = await findWidget(tx, ctx, formId);
  if (widget?.enabled && widget.verifiedAt) return;
  const own = await findChallengeState(tx, ctx, formId);
  if (own === "verified") return;
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  throw new AppError(
    "widget_required",
    widget?.enabled || own === "unverified"
      ? `The form's ${widget?.enabled ? "Turnstile widget" : "own challenge"} isn't confirmed yet. A visitor must pass a challenge before you can turn on ${what}.`
      : `${name} require an enabled Turnstile widget or the form's own challenge. Turn on one of them under Spam protection in the form's settings first.`,
  );
}
