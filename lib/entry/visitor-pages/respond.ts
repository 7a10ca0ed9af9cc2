import { randomBytes } from "node:crypto";
import { html } from "#lib/core/html";
import { newId } from "#lib/core/ids";
import { HttpResponse } from "#lib/entry/http/http-types";
import { finish, toAppError } from "#lib/entry/http/respond";
import { FALLBACK_POLICY } from "#lib/entry/http/security-headers";
import { type MessagePage, messagePage } from "#lib/entry/visitor-pages/message-page";
import { type PageTexts, visitorTexts } from "#lib/entry/visitor-pages/words/page-texts";

/**
 * Responds with a page with one message. By default, it can't be framed, because its button may confirm
 * something.
 */
export function respondWithMessage(
  status: number,
  message: MessagePage,
  embedding: PageHeaders["embedding"] = "never",
): HttpResponse {
  const nonce = newNonce();
  const page = messagePage({ nonce, ...message });
  const logo = message.owner?.logo != null;
  return finish(htmlResponse(status, page, pageHeaders(nonce, { embedding, logo })), newId());
}

/** A page about a failure, with the request ID of its log line, and with Retry-After if it may work later. */
export function respondWithFailure(
  failure: unknown,
  texts: PageTexts,
  heading = texts.words.failure.title,
): HttpResponse {
  const requestId = newId();
  const { status, retryAfterSeconds } = toAppError(failure, requestId);
  const { text, unreadTitle, unreadText } = texts.words.failure;
  const isOurs = status >= 500 || retryAfterSeconds !== undefined;
  const [title, paragraph] = isOurs ? [heading, text] : [unreadTitle, unreadText];
  const page = respondWithMessage(status, { title, paragraphs: [paragraph], texts });
  page.headers["X-Request-Id"] = requestId;
  if (retryAfterSeconds !== undefined) page.headers["Retry-After"] = String(retryAfterSeconds);
  return page;
}

/**
 * Returns the page that `work` returns, or an error page if it throws.
 *
 * @param languages - `Accept-Language`
 */
export async function respondOrApologize(
  languages: string | null,
  work: (texts: PageTexts) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const texts = visitorTexts(languages);
  try {
    return await work(texts);
  } catch (failure) {
    return respondWithFailure(failure, texts);
  }
}

/**
 * Responds with 404 for an unknown form.
 *
 * @param languages - `Accept-Language`
 */
export function respondNotFound(languages: string | null): HttpResponse {
  const texts = visitorTexts(languages);
  const { notFoundTitle: title, notFoundText } = texts.words;
  const paragraphs = [html`<span class="quiet">${notFoundText}</span>`];
  return respondWithMessage(404, { title, paragraphs, texts }, "anywhere");
}

/**
 * Responds with 405 for a visitor page. The framework's own has no body.
 *
 * @param languages - `Accept-Language`
 */
export function pageMethodNotAllowed(
  languages: string | null,
  allowed: readonly string[],
): HttpResponse {
  const texts = visitorTexts(languages);
  const { directTitle, directText } = texts.words.failure;
  const response = respondWithMessage(405, {
    title: directTitle,
    paragraphs: [directText],
    texts,
  });
  response.headers.Allow = allowed.join(", ");
  return response;
}

/** Creates a nonce for one response: 128 random bits. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

type PageHeaders = {
  widget?: boolean;
  /** True if the page solves the form's own challenge. */
  challenge?: boolean;
  logo?: boolean;
  /** True if the page has a script of ours. */
  script?: boolean;
  /** The target of the form's redirect. Empty for our own page. */
  redirectUrl?: string;
  /**
   * True if other sites may show the page in a frame. Forms and their responses: yes, owners embed them,
   * and they don't identify visitors, so clickjacking gains nothing. Pages with a button that confirms
   * an address or unsubscribes: never. A list names the only origins that may.
   */
  embedding: "anywhere" | "never" | readonly string[];
};

const WIDGET = "https://challenges.cloudflare.com";

function ancestorsOf(embedding: PageHeaders["embedding"]): string {
  if (embedding === "never") return "'none'";
  return embedding === "anywhere" ? "*" : embedding.join(" ");
}

/**
 * Returns the headers of a visitor page. In Chromium, `form-action` of its Content-Security-Policy also applies to
 * every redirect after a submission. A `redirectUrl` may redirect further, from example.com to www.example.com, so
 * with one set, any HTTPS target is allowed. That's safe because a page with a form has only three scripts of ours:
 * they check its fields, post its height, and solve its challenge.
 */
export function pageHeaders(
  nonce: string,
  {
    widget = false,
    challenge = false,
    logo = false,
    script = false,
    redirectUrl = "",
    embedding,
  }: PageHeaders,
): Record<string, string> {
  const isOurs = script || challenge;
  const scripts = [...(isOurs ? [`'nonce-${nonce}'`] : []), ...(widget ? [WIDGET] : [])];
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `img-src data:${logo ? " 'self'" : ""}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(" ")}`] : []),
    ...(widget ? [`frame-src ${WIDGET}`] : []),
    ...(challenge ? ["connect-src 'self'"] : []),
    `form-action 'self'${redirectUrl === "" ? "" : " https:"}`,
    `frame-ancestors ${ancestorsOf(embedding)}`,
    "base-uri 'none'",
  ];
  return { "Content-Security-Policy": policy.join("; ") };
}

/** @param page - the HTML of a whole page, with the headers of its policy, or a fragment without any */
export function htmlResponse(
  status: number,
  page: string,
  headers: Record<string, string>,
): HttpResponse {
  const all = {
    "Content-Security-Policy": FALLBACK_POLICY,
    ...headers,
    "Content-Type": "text/html; charset=utf-8",
  };
  return new HttpResponse(status, all, page);
}
