import { settings } from "#lib/core/settings/settings";
import { isOriginAllowed, type OpenForm } from "#lib/domain/intake/open-form";

export function ownOrigin(): string {
  return new URL(settings().baseUrl).origin;
}

/**
 * Returns whether the form accepts submissions from this service's own pages. They're no exception to the allowed
 * origins.
 */
export function acceptsOwnOrigin(form: OpenForm): boolean {
  return isOriginAllowed(form, ownOrigin());
}
