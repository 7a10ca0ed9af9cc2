import type { Turnstile } from "#lib/turnstile/schema";

const NONE = "none";

/** What the widget's page showed, for a save to notice what somebody else has saved since. */
export function toWidgetRevision(widget: Turnstile | null): string {
  return widget ? String(widget.updatedAt) : NONE;
}

/** When the widget that was seen had been saved; null for none. */
export function widgetRevisionTime(revision: string): number | null {
  return revision === NONE ? null : Number(revision);
}
