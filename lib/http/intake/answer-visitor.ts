import type { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import type { VisitBody } from "#lib/http/intake/read-visit-body";
import type { Visit } from "#lib/http/intake/visit";
import { acceptsOwnOrigin, toVisitorForm } from "#lib/http/intake/visitor-form";
import { htmlResponse, newNonce, pageHeaders } from "#lib/http/pages/page-headers";
import { refusedPage } from "#lib/http/pages/refused-page";
import { errorResponse, jsonResponse } from "#lib/http/respond";
import type { AcceptedVisit } from "#lib/intake/accept-visit";
import type { OpenForm } from "#lib/intake/open-form";

/** What a visitor is told when the message is safe: JSON 201, or a page to go on to (303). */
export function answerVisitor(
  visit: Visit,
  form: OpenForm | null,
  { id, receivedAt, isReplay }: AcceptedVisit,
): Response {
  const headers: Record<string, string> = isReplay ? { "Idempotent-Replayed": "true" } : {};
  if (visit.wantsJson) return jsonResponse(201, { data: { id, receivedAt } }, headers);
  const target = form?.settings.redirectUrl || `/f/${visit.publicKey}/thanks`;
  return new Response(null, { status: 303, headers: { ...headers, Location: toLocation(target) } });
}

/** A header holds ASCII alone: other characters of an address are escaped, as browsers do. */
function toLocation(target: string): string {
  return /^[\x21-\x7e]*$/.test(target) ? target : new URL(target).href;
}

type Refused = {
  requestId: string;
  visit: Visit;
  form: OpenForm | null;
  /** What was parsed; a page keeps it so that nothing has to be typed twice. */
  body: VisitBody | null;
};

/** A refusal in the form that the visitor can read: the envelope, or a page that keeps what was typed. */
export function refuseVisitor(error: AppError, refused: Refused): Response {
  const envelope = errorResponse(error, refused.requestId);
  if (refused.visit.wantsJson) return envelope;
  const page = refusalAsPage(error, refused);
  const retryAfter = envelope.headers.get("Retry-After");
  if (retryAfter !== null) page.headers.set("Retry-After", retryAfter);
  return page;
}

function refusalAsPage(error: AppError, { form, body }: Refused): Response {
  const nonce = newNonce();
  const visitorForm = form ? toVisitorForm(form) : null;
  const page = refusedPage({
    nonce,
    error,
    form: visitorForm,
    body,
    idempotencyKey: newId(),
    acceptsOwnOrigin: form !== null && acceptsOwnOrigin(form),
  });
  const headers = pageHeaders(nonce, {
    widget: visitorForm?.widgetSiteKey != null,
    redirectUrl: form?.settings.redirectUrl ?? "",
    embedding: "anywhere",
  });
  return htmlResponse(error.status, page, headers);
}
