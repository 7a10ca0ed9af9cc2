import { hasConsent } from "#lib/autoresponder/rules";
import { triggerDrain } from "#lib/clients/drain-trigger";
import { type Bucket, consume } from "#lib/clients/limiter";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { clientAddress, limitedAddress } from "#lib/http/client-address";
import { type ContentType, readContentType, tooLarge } from "#lib/http/intake/content-type";
import { isOriginAllowed, setCorsHeaders } from "#lib/http/intake/cors";
import { type ParsedSubmission, parseSubmission } from "#lib/http/intake/parse-submission";
import { repeatKeyOf } from "#lib/http/intake/repeat-key";
import { respondAccepted, respondRejected } from "#lib/http/intake/respond-to-visitor";
import { readHead, type SubmissionHead } from "#lib/http/intake/submission-head";
import { RequestAborted, withBody } from "#lib/http/read-body";
import { RequestLog } from "#lib/http/request-log";
import { finish, toAppError } from "#lib/http/respond";
import type { Defer } from "#lib/http/serve-endpoint";
import { type AcceptedVisit, acceptVisit } from "#lib/intake/accept-visit";
import { beginPost } from "#lib/intake/intake-load";
import { noteRefusal } from "#lib/intake/note-refusal";
import { findOpenForm, isPublicKey, type OpenForm, visitorContext } from "#lib/intake/open-form";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";

/** How often a form may change under one submission before the visitor is asked to try again. */
const MAX_READS = 12;

/** Read within the limits; nothing about its content is known. */
type Received = { type: ContentType; bytes: Uint8Array };

type Found = { form: OpenForm; rejection: null } | { form: OpenForm | null; rejection: AppError };

/** How far a submission got: the form and what was typed, as far as they are known, and how it ended. */
type Outcome = { form: OpenForm | null; body: ParsedSubmission | null } & (
  | { accepted: AcceptedVisit }
  | { accepted: null; failure: unknown }
);

async function overLimit(bucket: Omit<Bucket, "windowSeconds">): Promise<AppError | null> {
  const allowance = await consume({ ...bucket, windowSeconds: 60 });
  if (allowance.isAllowed) return null;
  return new AppError("rate_limited", "Too many messages in a short time. Try again shortly.", {
    retryAfterSeconds: allowance.resetSeconds,
  });
}

/** Every request counts, whatever becomes of it; a wrong key, type or size is still told first. */
async function checkHead(headers: Headers, head: SubmissionHead): Promise<ContentType> {
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
  if (form.status === "paused") return new AppError("form_paused", "This form is closed.");
  if (isOriginAllowed(form, origin)) return null;
  return new AppError("origin_not_allowed", "This form doesn't accept submissions from this site.");
}

/**
 * The form, and why it can't accept anything from this origin. A form kept from an earlier request may
 * have changed, so it is read again before it rejects anything.
 */
async function findForm(head: SubmissionHead, freshness: "cached" | "fresh"): Promise<Found> {
  const form = await findOpenForm(head.publicKey, freshness);
  if (!form) return { form, rejection: notFound() };
  const rejection = findRejection(form, head.origin);
  if (!rejection) return { form, rejection };
  return form.isCached ? findForm(head, "fresh") : { form, rejection };
}

/** Counts one request to this form; awaited after the replay look-up, for a replay is still answered. */
function limitForm({ id }: OpenForm): Promise<AppError | null> {
  return overLimit({ name: "intake-form", key: id, limit: settings().intakeFormRateLimit });
}

/** One attempt under one reading of the form; null when the form has changed meanwhile. */
async function attempt(
  received: Received,
  form: OpenForm,
  head: SubmissionHead,
  now: Date,
  formLimit: Promise<AppError | null>,
): Promise<Outcome | null> {
  const { honeypot, uploads } = form.settings;
  const options = { honeypot, uploadsEnabled: uploads.enabled };
  const { body, problem } = await parseSubmission(received.bytes, received.type, options);
  if (problem) return { form, body, accepted: null, failure: problem };
  try {
    const accepted = await acceptVisit(visitorContext(form, now), form, {
      fields: body.fields,
      files: body.files,
      isHoneypotFilled: body.honeypot !== "",
      repeatKey: repeatKeyOf(head, body),
      asksForReply: hasConsent(body.controls),
      challenge: body.controls.get("cf-turnstile-response") || null,
      formLimit: await formLimit,
    });
    return accepted === null ? null : { form, body, accepted };
  } catch (failure) {
    return { form, body, accepted: null, failure };
  }
}

/**
 * Accepts under the form as it is now: acceptance notices when the form has changed since it was read,
 * and a rejection counts only when the form is still the one that it rests on.
 */
async function accept(
  received: Received,
  found: OpenForm,
  head: SubmissionHead,
  now: Date,
  formLimit: Promise<AppError | null>,
): Promise<Outcome> {
  let form = found;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const outcome = await attempt(received, form, head, now, formLimit);
    const mayBeOutdated =
      outcome?.accepted === null && form.isCached && outcome.failure instanceof AppError;
    if (outcome && !mayBeOutdated) return outcome;
    const current = await findForm(head, "fresh");
    if (outcome && current.form?.version === form.version) return outcome;
    if (current.rejection)
      return { form: current.form, body: null, accepted: null, failure: current.rejection };
    form = current.form;
  }
  const failure = new AppError(
    "service_unavailable",
    "The form is being changed. Try again in a moment.",
    { retryAfterSeconds: 1 },
  );
  return { form, body: null, accepted: null, failure };
}

/** The steps of CONTRACT section 4, in its order: nothing is read of a body that can't be accepted. */
async function submit(request: Request, head: SubmissionHead, now: Date): Promise<Outcome> {
  let form: OpenForm | null = null;
  try {
    const type = await checkHead(request.headers, head);
    const found = await findForm(head, "cached");
    form = found.form;
    if (found.rejection) throw found.rejection;
    const limited = limitForm(found.form);
    const limits = { maxBytes: type.maxBytes, tooLarge: () => tooLarge(type.kind) };
    return await withBody(request, limits, async (bytes) => {
      // Counted from here: a sender who holds back the rest of a body must not hold up the drain.
      const endPost = beginPost();
      try {
        return await accept({ type, bytes }, found.form, head, now, limited);
      } finally {
        endPost();
      }
    });
  } catch (failure) {
    return { form, body: null, accepted: null, failure };
  }
}

async function afterAcceptance(form: OpenForm, now: Date, accepted: AcceptedVisit): Promise<void> {
  const { usage } = accepted;
  if (usage) await queueUsageAlert(visitorContext(form, now), usage.accepted, usage.allowance);
  await triggerDrain();
}

/**
 * `POST /f/{publicKey}`: accepts a visitor's submission (CONTRACT section 4). The response leaves after
 * the message, its notification plan and its outbox entries are committed, never before.
 */
export async function serveIntake(
  request: Request,
  publicKey: string,
  defer: Defer,
): Promise<Response> {
  const now = new Date();
  const requestId = newId();
  const entry = new RequestLog(requestId, request.method, "/f/{publicKey}");
  const head = readHead(request, publicKey, limitedAddress(clientAddress(request)));
  const outcome = await submit(request, head, now);
  const { form, body, accepted } = outcome;
  let response: Response;
  if (accepted) {
    response = respondAccepted(head, outcome, accepted);
    if (!accepted.isStored) defer(() => noteRefusal(publicKey, "honeypot_full", head.origin, now));
    else if (form && !accepted.isReplay) defer(() => afterAcceptance(form, now, accepted));
  } else {
    const error = toAppError(outcome.failure, requestId);
    response = respondRejected(error, { requestId, head, form, body });
    if (!(error instanceof RequestAborted))
      defer(() => noteRefusal(publicKey, error.code, head.origin, now));
  }
  entry.workspaceId = form?.workspaceId;
  setCorsHeaders(response, form, head.origin);
  entry.write(response.status);
  return finish(response, requestId);
}
