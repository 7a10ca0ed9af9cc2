import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { AppError, notFound } from "#lib/core/errors";
import { log } from "#lib/core/telemetry/log";
import { hasConsent } from "#lib/domain/emails/auto-reply/plan-reply";
import { acceptSubmission } from "#lib/domain/intake/accept-submission";
import { findReplayIfClosed } from "#lib/domain/intake/find-replay";
import { fitFields } from "#lib/domain/intake/fit-fields";
import {
  addressLimits,
  countRequest,
  formLimit,
  type LimitStatus,
  requireWithin,
} from "#lib/domain/intake/limits";
import { observedCode } from "#lib/domain/intake/observed-challenges";
import {
  acceptsFiles,
  cachedForms,
  FormChanged,
  findCachedForm,
  findOpenForm,
  isPublicKey,
  type OpenForm,
  requireActive,
  requireOrigin,
  visitorContext,
} from "#lib/domain/intake/open-form";
import type { AcceptedSubmission } from "#lib/domain/intake/outcomes";
import { withoutSolution } from "#lib/domain/intake/own-challenge";
import type { Defer, HttpHeaders, HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { RequestAborted, withBody } from "#lib/entry/http/read-body";
import { RequestLog } from "#lib/entry/http/request-log";
import { finish, toAppError } from "#lib/entry/http/respond";
import { afterAcceptance } from "#lib/entry/intake/after-acceptance";
import {
  type BodyKind,
  type ContentType,
  readContentType,
  tooLarge,
} from "#lib/entry/intake/content-type";
import { setCorsHeaders } from "#lib/entry/intake/cors";
import { noteProblem } from "#lib/entry/intake/note-problem";
import { ownOrigin } from "#lib/entry/intake/own-origin";
import { parseSubmission, requireAcceptable } from "#lib/entry/intake/parse-submission";
import { type SentEntries, tryReadEntries } from "#lib/entry/intake/read-entries";
import {
  confirmationOf,
  respondAccepted,
  respondRejected,
} from "#lib/entry/intake/respond-to-visitor";
import {
  inPageLanguage,
  readHead,
  readPageReports,
  readRepeatKey,
  type SubmissionHead,
  type Visit,
} from "#lib/entry/intake/submission-head";
import { isTestVisit } from "#lib/entry/intake/test-visit";
import type { PageView } from "#lib/entry/visitor-pages/form-parts";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";

type Received = {
  /** The body's entries, or the error. A body is read once, even if its form is read again. */
  sent: SentEntries | AppError;
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
 * Returns the form, if it accepts submissions from this origin. A cached form is read again before it
 * rejects.
 *
 * @throws {AppError} not_found, form_paused, origin_not_allowed
 */
async function requireOpenForm(visit: Visit, find: typeof findOpenForm): Promise<OpenForm> {
  const { publicKey, origin, view } = visit.head;
  visit.form = await find(publicKey);
  try {
    const form = requireActive(visit.form);
    // The page in a frame is our own, and only allowed sites can frame it.
    if (!view.isEmbedded || origin !== ownOrigin()) requireOrigin(form, origin);
    return form;
  } catch (rejection) {
    if (!visit.form?.isCached) throw rejection;
    return requireOpenForm(visit, findOpenForm);
  }
}

/** Accepts a body with one version of the form. */
async function parseAndAccept(
  visit: Visit,
  form: OpenForm,
  { sent, formLimit, now }: Received,
  view: PageView,
): Promise<AcceptedSubmission> {
  if (sent instanceof AppError) throw sent;
  const body = parseSubmission(sent, form);
  visit.body = body;
  visit.head.view = inPageLanguage(view, body);
  const fitted = fitFields(form, body);
  visit.fitted = fitted;
  const reported = readPageReports(visit.head, body, form, now);
  const repeatKey = readRepeatKey(visit.head, body);
  const ctx = visitorContext(form, now);
  const replay = await findReplayIfClosed(ctx, form, repeatKey);
  if (replay) return { ...replay, ownChallenge: withoutSolution(form, { ...reported, repeatKey }) };
  const { fields, files: kept, faults, invalidFields } = fitted;
  const files = await requireAcceptable(
    { ...body, fields, files: kept },
    acceptsFiles(form),
    faults,
    form.fileExtensions,
  );
  return acceptSubmission(ctx, form, {
    fields,
    invalidFields,
    unusedFields: body.unused,
    guessedCharset: body.guessedCharset,
    isTextForm: body.kind === "text",
    files,
    isHoneypotFilled: body.honeypot !== "",
    isTest: await isTestVisit(visit.head),
    repeatKey,
    replyWords: hasConsent(body.controls) ? replyWords(form.page, visit.head.view.languages) : null,
    ...confirmationOf(form, fields, visit.head.view),
    challenge: body.controls.get("cf-turnstile-response") || null,
    ...reported,
    formLimit: await formLimit,
  });
}

/** Returns whether another attempt with the current form could have a different result. */
function mayBeOutdated(failure: unknown, form: OpenForm): boolean {
  if (failure instanceof FormChanged) return true;
  return form.isCached && failure instanceof AppError && failure.status < 500;
}

/**
 * Accepts a body with the current form: neither an acceptance nor a rejection may be outdated. A form that has
 * changed since it was read is read again, once. If it has closed by now, the page still shows the typed values.
 *
 * @throws {FormChanged} when it changes a second time: the sender tries again
 */
async function acceptUnderCurrentForm(
  visit: Visit,
  form: OpenForm,
  received: Received,
): Promise<AcceptedSubmission> {
  const { view } = visit.head;
  try {
    return await parseAndAccept(visit, form, received, view);
  } catch (failure) {
    if (!mayBeOutdated(failure, form)) throw failure;
  }
  return parseAndAccept(visit, await requireOpenForm(visit, findOpenForm), received, view);
}

/**
 * Returns the cached form, unless there may be files or a challenge: these are used up by an attempt, so they need
 * the current form. So does an own challenge until it's verified, which doesn't change the form's version.
 */
function findFormFor(kind: BodyKind): typeof findOpenForm {
  return async (publicKey) => {
    const known = await findCachedForm(publicKey);
    const isUnverified = known?.spam.challenge && !known.spam.isChallengeVerified;
    const isCostly =
      known?.widget || isUnverified || (kind === "multipart" && known && acceptsFiles(known));
    return isCostly && known?.isCached ? findOpenForm(publicKey) : known;
  };
}

/** Limits and form first: nothing is read of a body that can't be accepted. */
async function receive(request: HttpRequest, visit: Visit, now: Date): Promise<AcceptedSubmission> {
  const type = await requireLimits(request.headers, visit.head);
  const form = await requireOpenForm(visit, findFormFor(type.kind));
  // Checked after looking for a replay, because a replay is accepted even beyond the limit.
  const received = { formLimit: countRequest(formLimit(form.id)), now };
  const bodyLimits = { maxBytes: type.maxBytes, tooLarge: () => tooLarge(type.kind) };
  return withBody(request, bodyLimits, (bytes) =>
    acceptUnderCurrentForm(visit, form, { ...received, sent: tryReadEntries(bytes, type) }),
  );
}

/**
 * Finds the form of a rejected submission, even if its headers were enough to reject it, because the form determines
 * the response for scripts. Beyond a limit, and while the database is down, only the cache is used.
 */
async function findKnownForm({ head, form }: Visit, error: AppError): Promise<OpenForm | null> {
  const { publicKey, format } = head;
  const known = form ?? cachedForms.get(publicKey) ?? null;
  const isByHeaders = error.status === 413 || error.status === 415;
  if (known || !isByHeaders || format !== "json") return known;
  return findOpenForm(publicKey).catch((err: unknown) => {
    log().error({ err }, "rejected a submission without looking up its form");
    return null;
  });
}

/**
 * Handles `POST /f/{publicKey}`: accepts a visitor's submission. The response is sent after the
 * submission, its notification plan, and its queued deliveries are committed, never before.
 */
export async function serveIntake(
  request: HttpRequest,
  publicKey: string,
  defer: Defer,
): Promise<HttpResponse> {
  const now = new Date();
  const head = readHead(request, publicKey, limitedAddress(clientAddress(request)));
  const { requestId } = head;
  const entry = new RequestLog(requestId, request.method, "/f/{publicKey}");
  const visit: Visit = { head, form: null, body: null, fitted: null };
  let response: HttpResponse;
  try {
    const accepted = await receive(request, visit, now);
    const { onlyCountedAs, isReplay, observed } = accepted;
    if (visit.fitted?.isReduced && !isReplay) defer(() => noteProblem(head, "fields_dropped", now));
    if (observed) defer(() => noteProblem(head, observedCode(observed), now));
    if (onlyCountedAs) defer(() => noteProblem(head, onlyCountedAs, now));
    else if (!isReplay) defer(() => afterAcceptance(visit, accepted, now));
    response = respondAccepted(visit, accepted);
  } catch (failure) {
    const error = toAppError(failure, requestId);
    if (!(error instanceof RequestAborted)) defer(() => noteProblem(head, error.code, now));
    response = respondRejected(error, visit, requestId, await findKnownForm(visit, error));
  }
  entry.workspaceId = visit.form?.workspaceId;
  entry.write(response.status);
  return finish(setCorsHeaders(response, visit.form, head.origin), requestId);
}
