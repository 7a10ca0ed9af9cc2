import type { FormWithWidget } from "#lib/forms/schema";

/** Why a message from the dashboard would be refused, and what to do instead; null when it would not. */
export function findObstacle(form: FormWithWidget, ownOrigin: string): string | null {
  const { allowedOrigins } = form.settings;
  if (form.status === "paused") return "The form is paused. Resume it to send a test.";
  if (allowedOrigins.length > 0 && !allowedOrigins.includes(ownOrigin))
    return `Only ${allowedOrigins.join(", ")} may post to this form, so a test from this page is refused. Send it from your site.`;
  if (form.turnstile?.enabled)
    return "The form asks for a passed challenge of its widget, which this page cannot show. Use the hosted form.";
  return null;
}
