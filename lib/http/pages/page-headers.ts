import { randomBytes } from "node:crypto";
import { HttpResponse } from "#lib/http/http-types";
import { FALLBACK_POLICY } from "#lib/http/security-headers";

/** A nonce for one response: 128 random bits. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

type PageHeaders = {
  /** True if the page shows the Turnstile widget. */
  widget?: boolean;
  /** True if the page shows the form's logo. */
  logo?: boolean;
  /** True if the page has a script of ours, and no form. */
  copies?: boolean;
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
 * The Content-Security-Policy of a visitor page. In Chromium, `form-action` also applies to every redirect after
 * a submission. A `redirectUrl` may redirect further, from example.com to www.example.com, so with one
 * set, any HTTPS target is allowed. That's safe because a page with a form has no script of ours.
 */
export function pageHeaders(
  nonce: string,
  { widget = false, logo = false, copies = false, redirectUrl = "", embedding }: PageHeaders,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `img-src data:${logo ? " 'self'" : ""}`,
    ...(copies ? [`script-src 'nonce-${nonce}'`] : []),
    ...(widget ? [`script-src ${WIDGET}`, `frame-src ${WIDGET}`] : []),
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
