/** What a website's code needs to know of a form. */
export type SnippetForm = {
  /** The address that it posts to, in full. */
  address: string;
  honeypot: string;
  takesFiles: boolean;
  /** Of the anti-spam widget, where one is connected and enabled. */
  siteKey: string | null;
  /** Whether visitors may ask for an automatic reply. */
  offersReply: boolean;
  /** One of the sites that may post; null where all may. */
  origin: string | null;
};

export const WIDGET_SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";
export const REPLY_LABEL = "Send me an automatic reply by email";

/** Lines of code; those that a form does not need are `false`. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}
