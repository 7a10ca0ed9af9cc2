import { readContentType } from "#lib/http/intake/content-type";
import { parseSubmission } from "#lib/http/intake/parse-submission";

type Options = { honeypot?: string; uploadsEnabled?: boolean };

/** Parses a body as a form with these settings does. */
export function parse(contentType: string, body: string | Uint8Array, options: Options = {}) {
  const type = readContentType(new Headers({ "content-type": contentType }));
  const { honeypot = "botcheck", uploadsEnabled = false } = options;
  return parseSubmission(new Uint8Array(Buffer.from(body)), type, { honeypot, uploadsEnabled });
}

export const JSON_TYPE = "application/json";
export const URLENCODED = "application/x-www-form-urlencoded";
