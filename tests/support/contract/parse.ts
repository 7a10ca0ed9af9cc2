import { AppError } from "#lib/core/errors";
import { readContentType } from "#lib/entry/intake/content-type";
import {
  type ParsedSubmission,
  parseSubmission,
  requireAcceptable,
} from "#lib/entry/intake/parse-submission";

type Options = { honeypot?: string; uploadsEnabled?: boolean };

/** Parses and checks a body as a form with these settings does; the body as far as it got. */
export async function parse(contentType: string, sent: string | Uint8Array, options: Options = {}) {
  const type = readContentType(new Headers({ "content-type": contentType }));
  const { honeypot = "botcheck", uploadsEnabled = false } = options;
  let body: ParsedSubmission | null = null;
  try {
    body = parseSubmission(new Uint8Array(Buffer.from(sent)), type, honeypot);
    return { body, files: await requireAcceptable(body, uploadsEnabled), problem: null };
  } catch (problem) {
    if (!(problem instanceof AppError)) throw problem;
    return { body, files: [], problem };
  }
}

export const JSON_TYPE = "application/json";
export const URLENCODED = "application/x-www-form-urlencoded";

export const parseJson = (value: unknown) => parse(JSON_TYPE, JSON.stringify(value));

export const parsePairs = (pairs: readonly (readonly [string, string])[]) =>
  parse(URLENCODED, new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString());

export const codeOf = async (parsed: ReturnType<typeof parse>) =>
  (await parsed).problem?.code ?? null;
