import { randomBytes } from "node:crypto";

/** A nonce for one answer: 128 random bits. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

type PageHeaders = {
  /** The page shows the anti-spam widget. */
  widget?: boolean;
  /** Where the page's form leads after it is accepted; empty: to a page of our own. */
  redirectUrl?: string;
  /**
   * Whether other sites may show the page in a frame. Forms and their answers: yes, owners embed them,
   * and they know no visitor, so a stolen click gains nothing. Pages whose one button confirms an
   * address or opts out: never, because there a stolen click is the whole attack.
   */
  embedding: "anywhere" | "never";
};

const WIDGET = "https://challenges.cloudflare.com";

/**
 * Security headers of a visitor's page. `form-action` rules redirects after a post too (in Chromium),
 * at every hop: an owner's `redirectUrl` may lead on from example.com to www.example.com, so with one
 * set any HTTPS target is allowed. Nothing on the page can make use of it: it runs no script of ours.
 */
export function pageHeaders(
  nonce: string,
  { widget = false, redirectUrl = "", embedding }: PageHeaders,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
    ...(widget ? [`script-src ${WIDGET}`, `frame-src ${WIDGET}`] : []),
    `form-action 'self'${redirectUrl === "" ? "" : " https:"}`,
    `frame-ancestors ${embedding === "anywhere" ? "*" : "'none'"}`,
    "base-uri 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

/** @param page - a whole page, as the page functions return it */
export function htmlResponse(
  status: number,
  page: string,
  headers: Record<string, string>,
): Response {
  return new Response(page, {
    status,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
  });
}
