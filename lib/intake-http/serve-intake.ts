import { hasConsent } from "#lib/autoresponder/plan-reply";
import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { isUnusedName } from "#lib/core/control-fields";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { triggerDrain } from "#lib/deliveries/drain-trigger";
import type { Defer, HttpHeaders, HttpRequest, HttpResponse } from "#lib/http/http-types";
import { replyWords } from "#lib/http/pages/words/tongues";
import { RequestAborted, withBody } from "#lib/http/read-body";
import { RequestLog } from "#lib/http/request-log";
import { finish, toAppError } from "#lib/http/respond";
import { type AcceptedSubmission, acceptSubmission } from "#lib/intake/accept-submission";
import { faultDetails, fitFields } from "#lib/intake/fit-fields";
import {
  addressLimits,
  countRequest,
  formLimit,
  type LimitStatus,
  requireWithin,
} from "#lib/intake/limits";
import {
  acceptsFiles,
  FormChanged,
  findCachedForm,
  findOpenForm,
  isPublicKey,
  type OpenForm,
  requireActive,
  requireOrigin,
  visitorContext,
} from "#lib/intake/open-form";
import { recordRejection } from "#lib/intake/rejections";
import { type ContentType, readContentType, tooLarge } from "#lib/intake-http/content-type";
import { setCorsHeaders } from "#lib/intake-http/cors";
import { ownOrigin } from "#lib/intake-http/hosted-form";
import { parseSubmission, requireAcceptable } from "#lib/intake-http/parse-submission";
import {
  confirmationOf,
  respondAccepted,
  respondRejected,
} from "#lib/intake-http/respond-to-visitor";
import {
  readHead,
  readRepeatKey,
  type SubmissionHead,
  type Visit,
} from "#lib/intake-http/submission-head";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";

/**
 * The most times a form is read again for one submission before the visitor is asked to try later. While a form is
 * changed without a pause, one attempt in six fails; with two, a visitor in 250 would have to try again.
 */
const MAX_REREADS = 6;

type Received = {
  bytes: Uint8Array;
  type: ContentType;
  formLimit: Promise<LimitStatus>;
  now: Date;
};

/**
 * Checks the headers, then the limits per address. Every request counts, even a rejected one.
 *
 * @throws {AppError} not_found, unsupported_media_type, submission_too_large, rate_limited
 */
async function requireLimits(
  headers: HttpHeaders,
  { address, publicKey }: SubmissionHead,
): Promise<ContentType> {
  const { total, ofForm } = addressLimits(address, publicKey);
  const counted = await Promise.all(
    (isPublicKey(publicKey) ? [total, ofForm] : [total]).map(countRequest),
  );
  if (!isPublicKey(publicKey)) throw notFound();
  const type = readContentType(headers);
  for (const result of counted) requireWithin(result);
  return type;
}

/**
 * The form, if it accepts submissions from this origin. A cached form is read again before it rejects.
 *
 * @throws {AppError} not_found, form_paused, origin_not_allowed
 */
async function requireForm(visit: Visit, find: typeof findOpenForm): Promise<OpenForm> {
  const { publicKey, origin, view } = visit.head;
  visit.form = await find(publicKey);
  try {
    const form = requireActive(visit.form);
    // The page in a frame is ours, and only allowed sites can frame it.
    if (!view.isEmbedded || origin !== ownOrigin()) requireOrigin(form, origin);
    return form;
  } catch (rejection) {
    if (!visit.form?.isCached) throw rejection;
    return requireForm(visit, findOpenForm);
  }
}

/** Parses and accepts a body under one reading of the form. */
async function parseAndAccept(
  visit: Visit,
  form: OpenForm,
  { bytes, type, formLimit, now }: Received,
): Promise<AcceptedSubmission> {
  const body = parseSubmission(bytes, type, form.settings.honeypot);
  visit.body = body;
  const fitted = fitFields(form, body);
  visit.fitted = fitted;
  const { fields, files: kept, faults, invalidFields } = fitted;
  const files = await requireAcceptable(
    { ...body, fields, files: kept },
    acceptsFiles(form),
    faultDetails(faults),
    form.fileExtensions,
  );
  return acceptSubmission(visitorContext(form, now), form, {
    fields,
    invalidFields,
    unusedFields: [...body.controls.keys()].filter(isUnusedName),
    files,
    isHoneypotFilled: body.honeypot !== "",
    repeatKey: readRepeatKey(visit.head, body),
    replyWords: hasConsent(body.controls) ? replyWords(form.page, visit.head.view.languages) : null,
    ...confirmationOf(form, fields, visit.head.view),
    challenge: body.controls.get("cf-turnstile-response") || null,
    formLimit: await formLimit,
  });
}

/** Returns whether another attempt under the form as it is now could end differently. */
function mayBeOutdated(failure: unknown, form: OpenForm): boolean {
  if (failure instanceof FormChanged) return true;
  return form.isCached && failure instanceof AppError && failure.status < 500;
}

/**
 * Accepts a body under the form as it is now: neither an acceptance nor a rejection may be outdated. The page of a
 * form that closed meanwhile still has what was typed.
 */
async function acceptUnderCurrentForm(
  visit: Visit,
  firstForm: OpenForm,
  received: Received,
): Promise<AcceptedSubmission> {
  let form = firstForm;
  for (let rereads = 0; ; rereads += 1) {
    try {
      return await parseAndAccept(visit, form, received);
    } catch (failure) {
      if (rereads === MAX_REREADS || !mayBeOutdated(failure, form)) throw failure;
    }
    form = await requireForm(visit, findOpenForm);
  }
}

/** Limits and form first: nothing is read of a body that can't be accepted. */
async function receive(request: HttpRequest, visit: Visit, now: Date): Promise<AcceptedSubmission> {
  const type = await requireLimits(request.headers, visit.head);
  const form = await requireForm(visit, findCachedForm);
  // Checked after the replay look-up, because a replay is accepted even beyond the limit.
  const counted = countRequest(formLimit(form.id));
  const bodyLimits = { maxBytes: type.maxBytes, tooLarge: () => tooLarge(type.kind) };
  return withBody(request, bodyLimits, (bytes) =>
    acceptUnderCurrentForm(visit, form, { bytes, type, formLimit: counted, now }),
  );
}

async function afterAcceptance(
  workspaceId: string,
  { usage }: AcceptedSubmission,
  now: Date,
): Promise<void> {
  if (usage)
    await queueUsageAlert(visitorContext({ workspaceId }, now), usage.accepted, usage.allowance);
  await triggerDrain();
}

/**
 * `POST /f/{publicKey}`: accepts a visitor's submission. The response leaves after the submission, its
 * notification plan, and its queued deliveries are committed, never before.
 */
export async function serveIntake(
  request: HttpRequest,
  publicKey: string,
  defer: Defer,
): Promise<HttpResponse> {
  const now = new Date();
  const requestId = newId();
  const entry = new RequestLog(requestId, request.method, "/f/{publicKey}");
  const head = readHead(request, publicKey, limitedAddress(clientAddress(request)));
  const { origin } = head;
  const visit: Visit = { head, form: null, body: null, fitted: null };
  let response: HttpResponse;
  try {
    const accepted = await receive(request, visit, now);
    const { droppedAs, isReplay, observed } = accepted;
    const workspaceId = visit.form?.workspaceId;
    if (visit.fitted?.isReduced && !isReplay)
      defer(() => recordRejection(publicKey, "fields_dropped", origin, now));
    if (observed) defer(() => recordRejection(publicKey, `challenge_${observed}`, origin, now));
    if (droppedAs) defer(() => recordRejection(publicKey, droppedAs, origin, now));
    else if (!isReplay && workspaceId) defer(() => afterAcceptance(workspaceId, accepted, now));
    response = respondAccepted(visit, accepted);
  } catch (failure) {
    const error = toAppError(failure, requestId);
    if (!(error instanceof RequestAborted))
      defer(() => recordRejection(publicKey, error.code, origin, now));
    response = respondRejected(error, visit, requestId);
  }
  entry.workspaceId = visit.form?.workspaceId;
  entry.write(response.status);
  return finish(setCorsHeaders(response, visit.form, origin), requestId);
}
