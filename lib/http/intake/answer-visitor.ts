import type { AppError } from "#lib/core/errors";
import type { VisitBody } from "#lib/http/intake/read-visit-body";
import type { Visit } from "#lib/http/intake/visit";
import { refusalPage } from "#lib/http/pages/refusal-page";
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
  const location = form?.settings.redirectUrl || `/f/${visit.publicKey}/thanks`;
  return new Response(null, { status: 303, headers: { ...headers, Location: location } });
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
  const page = refusalPage(error, refused);
  const retryAfter = envelope.headers.get("Retry-After");
  if (retryAfter !== null) page.headers.set("Retry-After", retryAfter);
  return page;
}
