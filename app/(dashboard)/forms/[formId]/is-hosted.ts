import type { FormSettings } from "#lib/domain/forms/schema";

/** Returns whether the form’s URL shows a hosted form: our own origin must be allowed. */
export function isHosted({ allowedOrigins }: FormSettings, ownOrigin: string): boolean {
  return allowedOrigins.length === 0 || allowedOrigins.includes(ownOrigin);
}
