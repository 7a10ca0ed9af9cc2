import { settings } from "#lib/core/settings/settings";
import { isOriginAllowed, type OpenForm } from "#lib/domain/intake/open-form";

export function ownOrigin(): string {
  return new URL(settings().baseUrl).origin;
}

/** Returns whether the form accepts submissions from this service's own pages; allowed origins have no exception. */
export function acceptsOwnOrigin(form: OpenForm): boolean {
  return isOriginAllowed(form, ownOrigin());
}
