/** The script that a page with a widget loads from Cloudflare. */
export const WIDGET_SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";
