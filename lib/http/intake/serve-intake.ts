import { hasConsent } from "#lib/autoresponder/plan-reply";
import { type Bucket, consume } from "#lib/clients/limiter";
import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { isUnusedName } from "#lib/core/control-fields";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { triggerDrain } from "#lib/deliveries/drain-trigger";
import type { Defer, HttpHeaders, HttpRequest, HttpResponse } from "#lib/http/http-types";
import { type ContentType, readContentType, tooLarge } from "#lib/http/intake/content-type";
import { isOriginAllowed, setCorsHeaders } from "#lib/http/intake/cors";
import { type ParsedSubmission, parseSubmission } from "#lib/http/intake/parse-submission";
import { respondAccepted, respondRejected } from "#lib/http/intake/respond-to-visitor";
import { readHead, readRepeatKey, type SubmissionHead } from "#lib/http/intake/submission-head";
import { RequestAborted, withBody } from "#lib/http/read-body";
import { RequestLog } from "#lib/http/request-log";
import { finish, toAppError } from "#lib/http/respond";
import { type AcceptedSubmission, acceptSubmission } from "#lib/intake/accept-submission";
import { findOpenForm, isPublicKey, type OpenForm, visitorContext } from "#lib/intake/open-form";
import { recordRejection } from "#lib/intake/rejections";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";

/** How often a form may change under one submission before the visitor is asked to try again. */
const MAX_FORM_READS = 12;

/** Read within its limits. Nothing about the content is known. */
type Received = {
  head: SubmissionHead;
  form: OpenForm;
  type: ContentType;
  bytes: Uint8Array;
  /** Rejects everything but a replay when the form's own rate limit is reached. */
  formLimit: Promise<AppError | null>;
  receivedAt: Date;
};

/** Understood under the settings of one version of the form. */
type Parsed = Pick<Received, "head" | "formLimit" | "receivedAt"> & {
  form: OpenForm;
  body: ParsedSubmission;
};

type Accepted = { form: OpenForm; body: ParsedSubmission; submission: AcceptedSubmission };

/** The form and the content are there as far as they got known, so that a page can keep what was typed. */
type Rejected = { form: OpenForm | null; body: ParsedSubmission | null; cause: unknown };

type FormLookup =
  | { form: OpenForm; rejection: null }
  | { form: OpenForm | null; rejection: AppError };

function isAccepted(result: Accepted | Rejected): result is Accepted {
  return "submission" in result;
}

async function overLimit(bucket: Omit<Bucket, "windowSeconds">): Promise<AppError | null> {
  const { isAllowed, resetSeconds } = await consume({ ...bucket, windowSeconds: 60 });
  if (isAllowed) return null;
  return new AppError("rate_limited", "Too many submissions. Try again shortly.", {
    retryAfterSeconds: resetSeconds,
  });
}

/** Every request counts, even a rejected one. A wrong key, type or size is reported before the limit. */
async function checkHead(headers: HttpHeaders, head: SubmissionHead): Promise<ContentType> {
  const { address, publicKey } = head;
  const { intakeIpRateLimit, intakeIpTotalRateLimit } = settings();
  const total = overLimit({ name: "intake-ip-total", key: address, limit: intakeIpTotalRateLimit });
  if (!isPublicKey(publicKey)) throw (await total) ?? notFound();
  const limits = Promise.all([
    total,
    overLimit({ name: "intake-ip", key: `${address} ${publicKey}`, limit: intakeIpRateLimit }),
  ]);
  const type = readContentType(headers);
  for (const limited of await limits) if (limited) throw limited;
  return type;
}

function findRejection(form: OpenForm, origin: string | null): AppError | null {
  if (form.status === "paused")
    return new AppError("form_paused", "This form is paused and doesn't accept submissions.");
  if (isOriginAllowed(form, origin)) return null;
  return new AppError("origin_not_allowed", "This form doesn't accept submissions from this site.");
}

/**
 * The form, and why it can't accept anything from this origin. A cached form may have changed, so it's
 * read again before it rejects anything.
 */
async function findForm(head: SubmissionHead, freshness: "cached" | "fresh"): Promise<FormLookup> {
  const form = await findOpenForm(head.publicKey, freshness);
  if (!form) return { form, rejection: notFound() };
  const rejection = findRejection(form, head.origin);
  if (!rejection) return { form, rejection };
  return form.isCached ? findForm(head, "fresh") : { form, rejection };
}

/** @returns null when the form has changed since it was read */
async function accept({ head, form, body, formLimit, receivedAt }: Parsed) {
  return acceptSubmission(visitorContext(form, receivedAt), form, {
    fields: body.fields,
    unusedFields: [...body.controls.keys()].filter(isUnusedName),
    files: body.files,
    isHoneypotFilled: body.honeypot !== "",
    repeatKey: readRepeatKey(head, body),
    asksForReply: hasConsent(body.controls),
    challenge: body.controls.get("cf-turnstile-response") || null,
    formLimit: await formLimit,
  });
}

/** One attempt under one reading of the form; null when the form has changed since. */
async function parseAndAccept(
  { bytes, type, ...received }: Received,
  form: OpenForm,
): Promise<Accepted | Rejected | null> {
  const { honeypot, uploads } = form.settings;
  const options = { honeypot, uploadsEnabled: uploads.enabled };
  const { body, problem } = await parseSubmission(bytes, type, options);
  if (problem) return { form, body, cause: problem };
  try {
    const submission = await accept({ ...received, form, body });
    return submission && { form, body, submission };
  } catch (cause) {
    return { form, body, cause };
  }
}

/**
 * Accepts under the form as it is now. Acceptance notices when the form has changed since it was read,
 * and a rejection counts only if the form hasn't.
 */
async function acceptReceived(received: Received): Promise<Accepted | Rejected> {
  let { form } = received;
  for (let reads = 0; reads < MAX_FORM_READS; reads += 1) {
    const result = await parseAndAccept(received, form);
    const isFinal =
      result && (isAccepted(result) || !form.isCached || !(result.cause instanceof AppError));
    if (isFinal) return result;
    const current = await findForm(received.head, "fresh");
    if (result && current.form?.version === form.version) return result;
    if (current.rejection) return { form: current.form, body: null, cause: current.rejection };
    form = current.form;
  }
  const cause = new AppError(
    "service_unavailable",
    "The form is being updated. Try again in a moment.",
    { retryAfterSeconds: 1 },
  );
  return { form, body: null, cause };
}

/** Limits and form first: nothing is read of a body that can't be accepted. */
async function submit(
  request: HttpRequest,
  head: SubmissionHead,
  receivedAt: Date,
): Promise<Accepted | Rejected> {
  let form: OpenForm | null = null;
  try {
    const type = await checkHead(request.headers, head);
    const found = await findForm(head, "cached");
    form = found.form;
    if (found.rejection) throw found.rejection;
    const { id } = found.form;
    const limit = settings().intakeFormRateLimit;
    // Awaited after the replay lookup, because a replay is accepted even beyond the limit.
    const formLimit = overLimit({ name: "intake-form", key: id, limit });
    const limits = { maxBytes: type.maxBytes, tooLarge: () => tooLarge(type.kind) };
    return await withBody(request, limits, async (bytes) => {
      return acceptReceived({ head, form: found.form, type, bytes, formLimit, receivedAt });
    });
  } catch (cause) {
    return { form, body: null, cause };
  }
}

async function afterAcceptance(form: OpenForm, now: Date, { usage }: AcceptedSubmission) {
  if (usage) await queueUsageAlert(visitorContext(form, now), usage.accepted, usage.allowance);
  await triggerDrain();
}

/**
 * `POST /f/{publicKey}`: accepts a visitor's submission. The response leaves after the submission, its
 * notification plan and its queued deliveries are committed, never before.
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
  const result = await submit(request, head, now);
  const { form } = result;
  let response: HttpResponse;
  if (isAccepted(result)) {
    const { submission } = result;
    response = respondAccepted(head, result, submission);
    const { unstoredAs } = submission;
    if (unstoredAs) defer(() => recordRejection(publicKey, unstoredAs, head.origin, now));
    else if (!submission.isReplay) defer(() => afterAcceptance(result.form, now, submission));
  } else {
    const error = toAppError(result.cause, requestId);
    response = respondRejected(error, { requestId, head, form, body: result.body });
    if (!(error instanceof RequestAborted))
      defer(() => recordRejection(publicKey, error.code, head.origin, now));
  }
  entry.workspaceId = form?.workspaceId;
  setCorsHeaders(response, form, head.origin);
  entry.write(response.status);
  return finish(response, requestId);
}
