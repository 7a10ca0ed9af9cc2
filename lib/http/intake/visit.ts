import { cutCharacters } from "#lib/core/text";
import type { OpenForm } from "#lib/intake/open-form";

/** What the headers of a post say of who sends it and what answer they can read. */
export type Visit = {
  publicKey: string;
  origin: string | null;
  address: string;
  idempotencyKey: string | null;
  /** An envelope rather than a page: never guessed from the User-Agent (CONTRACT section 4). */
  wantsJson: boolean;
};

function bodyIsJson(headers: Headers): boolean {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  return type === "application/json";
}

export function readVisit(request: Request, publicKey: string, address: string): Visit {
  const { headers } = request;
  return {
    publicKey,
    address,
    origin: headers.get("origin"),
    idempotencyKey: headers.get("idempotency-key"),
    wantsJson:
      bodyIsJson(headers) ||
      headers.has("x-requested-with") ||
      /(^|[,\s])application\/json\b/i.test(cutCharacters(headers.get("accept") ?? "", 1_000)),
  };
}

/** CONTRACT section 4: an exact match when origins are named, anybody when none are. */
export function isOriginAllowed(form: OpenForm, origin: string | null): boolean {
  const { allowedOrigins } = form.settings;
  return allowedOrigins.length === 0 || (origin !== null && allowedOrigins.includes(origin));
}

/**
 * CORS headers of every answer. Before the form is known any origin may read it, so that a page can
 * tell its visitor what is wrong; a foreign origin gets none.
 */
export function corsHeaders(form: OpenForm | null, origin: string | null): Record<string, string> {
  const exposed = {
    "Access-Control-Expose-Headers": "Retry-After, X-Request-Id, Idempotent-Replayed",
  };
  if (!form || form.settings.allowedOrigins.length === 0)
    return { "Access-Control-Allow-Origin": "*", ...exposed };
  const vary = { Vary: "Origin" };
  if (origin === null || !isOriginAllowed(form, origin)) return vary;
  return { "Access-Control-Allow-Origin": origin, ...vary, ...exposed };
}
