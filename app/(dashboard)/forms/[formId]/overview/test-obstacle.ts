import type { FormSettings, FormWithWidget } from "#lib/forms/schema";

/** Whether the form's address, opened in a browser, is a form: its own origin has to be among those allowed. */
export function isHosted({ allowedOrigins }: FormSettings, ownOrigin: string): boolean {
  return allowedOrigins.length === 0 || allowedOrigins.includes(ownOrigin);
}

/** Why a message from the dashboard would be refused, and what to do instead; null when it would not. */
export function findObstacle(form: FormWithWidget, ownOrigin: string): string | null {
  const { allowedOrigins } = form.settings;
  if (form.status === "paused") return "The form is paused. Resume it to send a test.";
  if (!isHosted(form.settings, ownOrigin))
    return `Only ${allowedOrigins.join(", ")} may post to this form, so a test from this page is refused. Send it from your site.`;
  if (form.turnstile?.enabled)
    return "The form asks for a passed challenge of its widget, which this page cannot show. Use the hosted form.";
  return null;
}
