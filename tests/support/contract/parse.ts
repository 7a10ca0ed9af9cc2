import { AppError } from "#lib/core/errors";
import type { Field } from "#lib/domain/forms/fields/schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { readContentType } from "#lib/entry/intake/content-type";
import {
  type ParsedSubmission,
  parseSubmission,
  requireAcceptable,
} from "#lib/entry/intake/parse-submission";
import { readEntries } from "#lib/entry/intake/read-entries";

type Options = {
  honeypot?: string;
  uploadsEnabled?: boolean;
  /** The browser's Accept-Language header. */
  languages?: string;
  /** The form's own fields. */
  fields?: Field[];
};

function formWith(honeypot: string, fields: Field[] = []) {
  const settings = { ...DEFAULT_SETTINGS, honeypot };
  const fieldList = { fields, otherFields: "accept", onInvalid: "reject" } as const;
  return { settings, fieldList };
}

/** Parses and checks a body as a form with these settings does; the body as far as it got. */
export async function parse(contentType: string, sent: string | Uint8Array, options: Options = {}) {
  const { honeypot = "botcheck", uploadsEnabled = false, languages, fields } = options;
  const headers = new Headers({ "content-type": contentType });
  if (languages) headers.set("accept-language", languages);
  const type = readContentType(headers);
  const form = formWith(honeypot, fields);
  let body: ParsedSubmission | null = null;
  try {
    body = parseSubmission(readEntries(new Uint8Array(Buffer.from(sent)), type), form);
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
