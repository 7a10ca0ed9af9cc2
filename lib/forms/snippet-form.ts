import type { FormSettings } from "#lib/forms/schema";

/** What the code on a website needs to know about a form. */
export type SnippetForm = {
  /** The full URL that it posts to. */
  address: string;
  settings: FormSettings;
  /** Site key of the anti-spam widget, if one is connected and enabled. */
  siteKey: string | null;
  /** Whether visitors can request an auto-reply. */
  offersReply: boolean;
};

export const WIDGET_SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";
export const REPLY_LABEL = "Send me an automatic reply by email";

/** Joins lines of code; lines that a form doesn't need are `false`. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}
