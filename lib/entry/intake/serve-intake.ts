import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { AppError, notFound } from "#lib/core/errors";
import { isUnusedName } from "#lib/core/fields/control-fields";
import { newId } from "#lib/core/ids";
import { triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { hasConsent } from "#lib/domain/emails/auto-reply/plan-reply";
import { type AcceptedSubmission, acceptSubmission } from "#lib/domain/intake/accept-submission";
import { faultDetails, fitFields } from "#lib/domain/intake/fit-fields";
import {
  addressLimits,
  countRequest,
  formLimit,
  type LimitStatus,
  requireWithin,
} from "#lib/domain/intake/limits";
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
} from "#lib/domain/intake/open-form";
import { recordRejection } from "#lib/domain/intake/rejections";
import { queueUsageAlert } from "#lib/domain/usage/queue-usage-alert";
import type { Defer, HttpHeaders, HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { RequestAborted, withBody } from "#lib/entry/http/read-body";
import { RequestLog } from "#lib/entry/http/request-log";
import { finish, toAppError } from "#lib/entry/http/respond";
import { type ContentType, readContentType, tooLarge } from "#lib/entry/intake/content-type";
import { setCorsHeaders } from "#lib/entry/intake/cors";
import { ownOrigin } from "#lib/entry/intake/hosted-form";
import { parseSubmission, requireAcceptable } from "#lib/entry/intake/parse-submission";
import {
  confirmationOf,
  respondAccepted,
  respondRejected,
} from "#lib/entry/intake/respond-to-visitor";
import {
  readHead,
  readRepeatKey,
  type SubmissionHead,
  type Visit,
} from "#lib/entry/intake/submission-head";
import { replyWords } from "#lib/entry/visitor-pages/words/tongues";

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
