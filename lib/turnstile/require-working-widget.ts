import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import type { Db } from "#lib/db/database";
import { findWidget } from "#lib/turnstile/turnstile";

/**
 * Requires a connected, enabled, and verified widget, without which no one sends emails to visitors.
 *
 * @param what - needs the widget
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
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  throw new AppError(
    "widget_required",
    widget?.enabled
      ? `The form's Turnstile widget isn't confirmed yet. A visitor must pass a challenge before you can turn on ${what}.`
      : `${name} require an enabled Turnstile widget. Connect one first.`,
  );
}
