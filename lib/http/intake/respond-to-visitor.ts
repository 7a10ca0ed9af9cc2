import type { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { acceptsOwnOrigin, toVisitorForm } from "#lib/http/intake/hosted-form";
import type { ParsedSubmission } from "#lib/http/intake/parse-submission";
import { formatFor, type SubmissionHead } from "#lib/http/intake/submission-head";
import { HttpResponse } from "#lib/http/message";
import { thanksFragment } from "#lib/http/pages/message-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/http/pages/page-headers";
import { errorFragment, rejectedPage } from "#lib/http/pages/rejected-page";
import { errorResponse, jsonResponse } from "#lib/http/respond";
import type { AcceptedSubmission } from "#lib/intake/accept-submission";
import type { OpenForm } from "#lib/intake/open-form";

/** The form and the parsed body, as far as they're known. */
type Known = { form: OpenForm | null; body: ParsedSubmission | null };

/** Headers hold only ASCII: other characters in a URL are escaped, as browsers do. */
function toLocation(target: string): string {
  return /^[\x21-\x7e]*$/.test(target) ? target : new URL(target).href;
}

/**
 * JSON with 201, a redirect with 303, or a fragment for htmx. A script can't see where a redirect to
 * another site leads, so `HX-Redirect` says it to all of them.
 */
export function respondAccepted(
  head: SubmissionHead,
  { form, body }: Known,
  { id, receivedAt, isReplay }: AcceptedSubmission,
): HttpResponse {
  const headers: Record<string, string> = isReplay ? { "Idempotent-Replayed": "true" } : {};
  const redirectUrl = form?.settings.redirectUrl ?? "";
  const format = formatFor(head, body?.kind ?? null);
  if (format !== "html" && redirectUrl !== "") headers["HX-Redirect"] = toLocation(redirectUrl);
  switch (format) {
    case "json":
      return jsonResponse(201, { data: { id, receivedAt } }, headers);
    case "fragment":
      return htmlResponse(200, thanksFragment(), headers);
    case "html": {
      const target = redirectUrl || `/f/${head.publicKey}/thanks`;
      headers.Location = toLocation(target);
      return new HttpResponse(303, headers);
    }
  }
}

type Rejected = Known & { requestId: string; head: SubmissionHead };

/** The error as JSON, as a page that keeps what was typed, or as a fragment for htmx. */
export function respondRejected(error: AppError, rejected: Rejected): HttpResponse {
  const envelope = errorResponse(error, rejected.requestId);
  const format = formatFor(rejected.head, rejected.body?.kind ?? null);
  if (format === "json") return envelope;
  const page =
    format === "html"
      ? pageResponse(error, rejected)
      : htmlResponse(error.status, errorFragment(error), {});
  const retryAfter = envelope.headers["Retry-After"];
  if (retryAfter !== undefined) page.headers["Retry-After"] = retryAfter;
  return page;
}

function pageResponse(error: AppError, { form, body }: Known): HttpResponse {
  const nonce = newNonce();
  const visitorForm = form ? toVisitorForm(form) : null;
  const page = rejectedPage({
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
