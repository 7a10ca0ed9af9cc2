import { type ContentType, isJsonType } from "#lib/http/intake/content-type";

/** How a visitor's software can read the response. */
export type ResponseFormat = "json" | "html" | "fragment";

/** What the headers of a submission say, before its body is read. */
export type SubmissionHead = {
  publicKey: string;
  origin: string | null;
  /** Who sends it, as the rate limits count: see `limitedAddress`. */
  address: string;
  idempotencyKey: string | null;
  format: ResponseFormat;
};

const MAX_ACCEPT_CHARACTERS = 1_000;

/** The highest q among the media ranges that name `type` exactly; 0 when none does. */
function qualityOf(accept: string, type: string): number {
  const qualities = accept.split(",").flatMap((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (name !== type) return [];
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return [q === undefined ? 1 : Number.parseFloat(q) || 0];
  });
  return Math.max(0, ...qualities);
}

/**
 * Who gets a page and who gets JSON (CONTRACT section 4). Only browsers that submit a form ask
 * for `text/html`; scripts accept anything. htmx names itself. The User-Agent never decides.
 */
function responseFormat(headers: Headers): ResponseFormat {
  if (headers.get("hx-request")?.toLowerCase() === "true") return "fragment";
  if (isJsonType(headers) || headers.has("x-requested-with")) return "json";
  const accept = (headers.get("accept") ?? "").slice(0, MAX_ACCEPT_CHARACTERS);
  const html = qualityOf(accept, "text/html");
  return html > 0 && html > qualityOf(accept, "application/json") ? "html" : "json";
}

export function readHead(request: Request, publicKey: string, address: string): SubmissionHead {
  const { headers } = request;
  return {
    publicKey,
    address,
    origin: headers.get("origin"),
    idempotencyKey: headers.get("idempotency-key"),
    format: responseFormat(headers),
  };
}

/** The format of a response once the body is parsed: JSON that came as `text/plain` is still JSON. */
export function formatFor(head: SubmissionHead, kind: ContentType["kind"] | null): ResponseFormat {
  return kind === "json" && head.format === "html" ? "json" : head.format;
}
