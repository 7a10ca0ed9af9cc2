import { hasConsent } from "#lib/autoresponder/rules";
import { type Bucket, consume } from "#lib/clients/limiter";
import { nudgeOutbox } from "#lib/clients/outbox-nudge";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { clientAddress, limitedAddress } from "#lib/http/client-address";
import { answerVisitor, refuseVisitor } from "#lib/http/intake/answer-visitor";
import {
  BodyBrokenOff,
  parseBody,
  type ReceivedBody,
  receiveBody,
  type VisitBody,
} from "#lib/http/intake/read-visit-body";
import { repeatKeyOf } from "#lib/http/intake/repeat-key";
import { corsHeaders, isOriginAllowed, readVisit, type Visit } from "#lib/http/intake/visit";
import { RequestLog } from "#lib/http/request-log";
import { finish, toAppError } from "#lib/http/respond";
import type { Defer } from "#lib/http/serve-endpoint";
import { type AcceptedVisit, acceptVisit } from "#lib/intake/accept-visit";
import { beginPost } from "#lib/intake/intake-load";
import { noteRefusal } from "#lib/intake/note-refusal";
import { findOpenForm, type OpenForm, visitorContext } from "#lib/intake/open-form";
import { noticeAllowance } from "#lib/usage/notice-allowance";

/** Owners are told when this much of the month's allowance is used (CONTRACT section 4). */
const FIRST_NOTICE = 0.8;
/** How often a form may change under one post before we ask the visitor to try again. */
const MAX_READS = 12;

/** What is known so far of a post: what an error page needs to keep what was typed. */
type Post = {
  visit: Visit;
  now: Date;
  received: ReceivedBody | null;
  form: OpenForm | null;
  body: VisitBody | null;
  formLimit: Promise<AppError | null> | null;
};

async function overLimit(bucket: Omit<Bucket, "windowSeconds">): Promise<AppError | null> {
  const allowance = await consume({ ...bucket, windowSeconds: 60 });
  if (allowance.isAllowed) return null;
  return new AppError("rate_limited", "Too many messages in a short time. Try again shortly.", {
    retryAfterSeconds: allowance.resetSeconds,
  });
}

/** One attempt under one reading of the form; null when the form has changed meanwhile. */
async function submit(post: Post, ctx: Context, form: OpenForm): Promise<AcceptedVisit | null> {
  const { visit, received } = post;
  // Counted once per request, whatever becomes of it, and however often the form is read.
  post.formLimit ??= overLimit({
    name: "intake-form",
    key: form.id,
    limit: settings().intakeFormRateLimit,
  });
  if (form.status === "paused")
    throw new AppError("form_paused", "This form is closed at the moment.");
  if (!isOriginAllowed(form, visit.origin))
    throw new AppError("origin_not_allowed", "This form does not take messages from this site.");
  if (!received) throw new Error("the body is read before the form");
  const { body, problem } = await parseBody(received, {
    honeypot: form.settings.honeypot,
    uploadsEnabled: form.settings.uploads.enabled,
  });
  post.body = body;
  if (problem) throw problem;
  if (!body) throw new Error("a body without a problem was parsed");
  return acceptVisit(ctx, form, {
    fields: body.fields,
    files: body.files,
    isHoneypotFilled: body.honeypot !== "",
    repeatKey: repeatKeyOf(visit, body),
    asksForReply: hasConsent(body.controls),
    challenge: body.controls.get("cf-turnstile-response") || null,
    formLimit: await post.formLimit,
  });
}

/**
 * Submits under the form as it is. A form kept from an earlier request may have changed: acceptance
 * notices, and a refusal counts only when the form is still what was refused under. So nobody outside
 * is asked twice for one post.
 */
async function submitUnderCurrentForm(post: Post): Promise<AcceptedVisit> {
  const { publicKey } = post.visit;
  let form = await findOpenForm(publicKey, "cached");
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    post.form = form;
    if (!form) throw notFound();
    const { isCached, version } = form;
    let refusal: AppError | null = null;
    try {
      const accepted = await submit(post, visitorContext(form, post.now), form);
      if (accepted) return accepted;
    } catch (failure) {
      if (!isCached || !(failure instanceof AppError)) throw failure;
      refusal = failure;
    }
    form = await findOpenForm(publicKey, "fresh");
    if (refusal && form?.version === version) throw refusal;
  }
  throw new AppError("service_unavailable", "The form is being changed. Try again in a moment.", {
    retryAfterSeconds: 1,
  });
}

async function afterAcceptance(form: OpenForm, now: Date, accepted: AcceptedVisit): Promise<void> {
  const { usage } = accepted;
  if (usage && usage.accepted >= usage.allowance * FIRST_NOTICE)
    await noticeAllowance(visitorContext(form, now), usage.accepted, usage.allowance);
  await nudgeOutbox();
}

/**
 * `POST /f/{publicKey}`: takes a visitor's message (CONTRACT section 4). The answer leaves after the
 * message, its notification plan and its outbox entries are committed, never before.
 */
export async function serveIntake(
  request: Request,
  publicKey: string,
  defer: Defer,
): Promise<Response> {
  const endPost = beginPost();
  const requestId = newId();
  const entry = new RequestLog(requestId, request.method, "/f/{publicKey}");
  const address = limitedAddress(clientAddress(request));
  const visit = readVisit(request, publicKey, address);
  const post: Post = {
    visit,
    now: new Date(),
    received: null,
    form: null,
    body: null,
    formLimit: null,
  };
  let response: Response;
  try {
    // Counted whatever becomes of it; what is wrong with its type or size is told first.
    const counted = overLimit({
      name: "intake-ip",
      key: `${address} ${publicKey}`,
      limit: settings().intakeIpRateLimit,
    });
    post.received = await receiveBody(request);
    const limited = await counted;
    if (limited) throw limited;
    const accepted = await submitUnderCurrentForm(post);
    response = answerVisitor(visit, post.form, accepted);
    const { form, now } = post;
    if (form && !accepted.isReplay) defer(() => afterAcceptance(form, now, accepted));
  } catch (failure) {
    const error = toAppError(failure, requestId);
    response = refuseVisitor(error, { requestId, visit, form: post.form, body: post.body });
    if (!(error instanceof BodyBrokenOff))
      defer(() => noteRefusal(publicKey, error.code, visit.origin, post.now));
  }
  endPost();
  entry.workspaceId = post.form?.workspaceId;
  for (const [name, value] of Object.entries(corsHeaders(post.form, visit.origin)))
    response.headers.set(name, value);
  entry.write(response.status);
  return finish(response, requestId);
}
