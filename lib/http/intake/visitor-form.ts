import { settings } from "#lib/core/settings";
import { isOriginAllowed } from "#lib/http/intake/cors";
import type { VisitorForm } from "#lib/http/pages/form-parts";
import type { OpenForm } from "#lib/intake/open-form";

/** What a visitor's page needs of a form. */
export function toVisitorForm(form: OpenForm): VisitorForm {
  return {
    publicKey: form.publicKey,
    name: form.name,
    honeypot: form.settings.honeypot,
    uploadsEnabled: form.settings.uploads.enabled,
    widgetSiteKey: form.widget?.siteKey ?? null,
    // A reply is never sent without a passed challenge: none is offered where there is no widget.
    offersReply: form.autoresponder?.enabled === true && form.widget !== null,
  };
}

/** Whether the form takes posts from pages of this service: SPEC's exact match has no exception. */
export function acceptsOwnOrigin(form: OpenForm): boolean {
  return isOriginAllowed(form, new URL(settings().baseUrl).origin);
}
