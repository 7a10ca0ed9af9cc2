import { DAY_MS } from "#lib/core/durations";
import { AppError } from "#lib/core/errors";
import {
  FILLED_IN_FIELD,
  SENDER_PAGE_FIELD,
  SENDER_REFERRER_FIELD,
  SENDER_TITLE_FIELD,
  SHOWN_AT_FIELD,
} from "#lib/core/fields/control-fields";
import { type MessageContext, readContext } from "#lib/core/fields/message-context";
import { newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import type { RepeatKey } from "#lib/domain/intake/draft-submission";
import { contentDigest } from "#lib/domain/intake/fields";
import type { FittedContent } from "#lib/domain/intake/fit-fields";
import type { OpenForm } from "#lib/domain/intake/open-form";
import {
  type HttpHeaders,
  type HttpRequest,
  languagesOf,
  mediaTypeOf,
  queryOf,
  weightedValues,
} from "#lib/entry/http/http-types";
import type { ContentType } from "#lib/entry/intake/content-type";
import type { ParsedSubmission } from "#lib/entry/intake/parse-submission";
import { storable } from "#lib/entry/intake/sort-entries";
import type { PageView } from "#lib/entry/visitor-pages/form-parts";

/** The format of the response: a `fragment` is for htmx, an `action` result for SvelteKit. */
export type ResponseFormat = "json" | "html" | "fragment" | "action";

export function readView(request: HttpRequest): PageView {
  return {
    languages: languagesOf(request),
    isEmbedded: queryOf(request).get("embed") === "1",
  };
}

/**
 * Returns the view in the language that a page's script sends in `_service_language`. It takes precedence over the
 * browser's, because the visitor reads the response in that page.
 */
export function inPageLanguage(view: PageView, { controls }: ParsedSubmission): PageView {
  const language = controls.get("_service_language") ?? "";
  if (!/^[a-z]{2,3}\b[\w-]{0,32}$/i.test(language)) return view;
  const languages = view.languages === null ? language : `${language}, ${view.languages}`;
  return { ...view, languages };
}

/** The part of a submission that is known so far: an error page shows the form and keeps typed values. */
export type Visit = {
  head: SubmissionHead;
  form: OpenForm | null;
  body: ParsedSubmission | null;
  /** The body after the form's fields were applied. */
  fitted: FittedContent | null;
};

const MAX_ACCEPT_CHARACTERS = 1_000;

/**
 * Decides whether the response is a page or JSON. Only browsers that submit a form request `text/html`;
 * scripts accept anything. htmx and SvelteKit identify themselves. The User-Agent never decides.
 */
export function responseFormat(headers: HttpHeaders): ResponseFormat {
  if (headers.get("hx-request")?.toLowerCase() === "true") return "fragment";
  if (headers.get("x-sveltekit-action") === "true") return "action";
  if (mediaTypeOf(headers) === "application/json" || headers.has("x-requested-with")) return "json";
  const accepted = weightedValues((headers.get("accept") ?? "").slice(0, MAX_ACCEPT_CHARACTERS));
  /** Returns the highest `q` of the media ranges that match the type exactly; 0 if none does. */
  const qualityOf = (type: string) =>
    Math.max(0, ...accepted.filter(({ value }) => value === type).map(({ quality }) => quality));
  const html = qualityOf("text/html");
  return html > 0 && html > qualityOf("application/json") ? "html" : "json";
}

/**
 * Reads the part of a submission that is known before its body is read.
 *
 * @param address - the sender's, as the rate limits count it: see `limitedAddress`
 */
export function readHead(request: HttpRequest, publicKey: string, address: string) {
  const { headers } = request;
  return {
    requestId: newId(),
    publicKey,
    address,
    origin: headers.get("origin"),
    referer: headers.get("referer"),
    /** The token of a test from the dashboard. */
    testToken: headers.get("x-test-token"),
    idempotencyKey: headers.get("idempotency-key"),
    format: responseFormat(headers),
    accept: headers.get("accept"),
    isFromBrowser: headers.has("origin") || headers.has("sec-fetch-site"),
    view: readView(request),
  };
}

export type SubmissionHead = ReturnType<typeof readHead>;

/** Returns the response format once the body is parsed: JSON sent as `text/plain` is still JSON. */
export function formatFor(head: SubmissionHead, kind: ContentType["kind"] | null): ResponseFormat {
  return kind === "json" && head.format === "html" ? "json" : head.format;
}

/**
 * Returns whether a script prefers JSON even if its form responds with plain text. Not if it accepts
 * anything, or both.
 */
export function prefersJson({ accept }: Pick<SubmissionHead, "accept">): boolean {
  const ranges = weightedValues((accept ?? "*/*").slice(0, MAX_ACCEPT_CHARACTERS));
  /** Returns the `q` of the first of these media ranges that is accepted. */
  const qualityOf = (...names: string[]) =>
    names.flatMap((name) => ranges.find(({ value }) => value === name) ?? [])[0]?.quality ?? 0;
  return (
    qualityOf("application/json", "application/*", "*/*") > qualityOf("text/plain", "text/*", "*/*")
  );
}

/** A double click, or a retry by a script that mistook its success for an error, stores one submission. */
const DOUBLE_CLICK_MS = 15_000;

/**
 * Returns the key that identifies repeats of this submission: the sender's own key, for 24 hours. Without
 * one, a browser's repeat is recognized by the same content from the same address within 15 seconds.
 *
 * @throws {AppError} validation_failed for a malformed key
 */
export function readRepeatKey(head: SubmissionHead, body: ParsedSubmission): RepeatKey | null {
  const sent = head.idempotencyKey ?? (body.controls.get("_service_idempotency_key") || null);
  if (sent === null && !head.isFromBrowser && formatFor(head, body.kind) !== "html") return null;
  const contentHash = contentDigest(body.fields, body.files);
  if (sent === null) {
    const content = Buffer.from(contentHash).toString("base64url");
    const key = `auto:${hashVisitorAddress(`${head.address} ${content}`)}`;
    return { key, contentHash, lifetimeMs: DOUBLE_CLICK_MS, isAutomatic: true };
  }
  if (!/^[\x21-\x7e]{1,128}$/.test(sent))
    throw new AppError(
      "validation_failed",
      "The idempotency key must be 1 to 128 visible ASCII characters.",
      {
        details: [
          {
            path: head.idempotencyKey === null ? "_service_idempotency_key" : "Idempotency-Key",
            message: "must be 1 to 128 visible ASCII characters",
          },
        ],
      },
    );
  return { key: `sent:${sent}`, contentHash, lifetimeMs: DAY_MS, isAutomatic: false };
}

/** Reads what pages report about a submission in control fields. */
export function readPageReports(
  head: SubmissionHead,
  { controls }: ParsedSubmission,
  form: Pick<OpenForm, "options">,
  now: Date,
) {
  const altcha = controls.get("altcha");
  return {
    filledInMs: readFilledIn(controls, now),
    context: readSentContext(head, controls, form),
    solution: altcha ? { text: altcha, requestId: head.requestId } : null,
  };
}

/** Returns the page that a message was sent from, if its form keeps that. */
function readSentContext(
  { referer }: SubmissionHead,
  controls: ReadonlyMap<string, string>,
  { options }: Pick<OpenForm, "options">,
): MessageContext | null {
  if (!options.keepContext) return null;
  return readContext({
    page: controls.get(SENDER_PAGE_FIELD),
    title: controls.get(SENDER_TITLE_FIELD),
    referrer: controls.get(SENDER_REFERRER_FIELD),
    header: referer && storable(referer),
  });
}

/** The longest plausible time. A page that was open for a day shows nothing. */
const MAX_FILLED_IN_MS = DAY_MS;

const readMs = (text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

/**
 * Returns the time it took to fill in the form, as reported by our own script, or since the hosted form was
 * shown.
 */
function readFilledIn(controls: ReadonlyMap<string, string>, now: Date): number | null {
  const shownAt = readMs(controls.get(SHOWN_AT_FIELD));
  const sinceShown = shownAt === null ? null : now.getTime() - shownAt;
  const ms = readMs(controls.get(FILLED_IN_FIELD)) ?? sinceShown;
  return ms !== null && ms >= 0 && ms <= MAX_FILLED_IN_MS ? ms : null;
}
