import { AppError } from "#lib/core/errors";
import { type JsonMember, splitJsonMembers } from "#lib/core/ordered-json";
import {
  type BodyKind,
  type ContentType,
  type DecodedText,
  decodeText,
  requireEncoding,
  unsupportedType,
} from "#lib/entry/intake/content-type";
import { malformed, parseMultipart } from "#lib/entry/intake/multipart";
import type { Entry } from "#lib/entry/intake/sort-entries";

/** Bounds the work on a hostile body. Real forms have far fewer. */
const MAX_PARTS = 1_000;

/** A file as sent; its type isn't verified yet. */
export type SentPart = { field: string; filename: string; bytes: Uint8Array; problem?: string };

/** The entries of a body in the order sent. `json` as `text/plain` counts as JSON. */
type SentEntries = { kind: BodyKind; entries: Entry[]; files: SentPart[] };

/** Decodes text that holds one byte per character. */
function decodeBinary(text: string, encoding: string): DecodedText {
  // Printable ASCII is the same in every encoding that forms use.
  if (/^[\x20-\x7e\t\r\n]*$/.test(text)) return { text, isExact: true };
  return decodeText(Buffer.from(text, "latin1"), encoding);
}

function toEntry(name: DecodedText, value: DecodedText, encoding: string): Entry {
  const entry = { name: name.text, value: value.text };
  if (name.isExact && value.isExact) return entry;
  return { ...entry, problem: `isn't valid ${encoding}` };
}

function percentDecode(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The encoding that a form's own `_charset_` field names (HTML standard), or null. */
function namedEncoding(pairs: readonly (readonly [name: string, value: string])[]): string | null {
  const label = pairs.find(([name]) => name === "_charset_")?.[1] ?? "";
  return label === "" ? null : requireEncoding(label);
}

function readUrlencoded(bytes: Uint8Array, declared: string | null): Entry[] {
  const binary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const pairs = binary.split("&").flatMap((pair) => {
    if (pair === "") return [];
    const end = pair.indexOf("=");
    const [name, value] = end === -1 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)];
    return [[percentDecode(name), percentDecode(value)] as const];
  });
  const encoding = declared ?? namedEncoding(pairs) ?? "utf-8";
  return pairs.map(([name, value]) =>
    toEntry(decodeBinary(name, encoding), decodeBinary(value, encoding), encoding),
  );
}

function readMultipart(bytes: Uint8Array, type: ContentType): Omit<SentEntries, "kind"> {
  if (type.boundary === null) throw malformed("the Content-Type header has no boundary");
  const parts = parseMultipart(bytes, type.boundary, MAX_PARTS);
  const texts = parts.filter((part) => part.filename === null && part.extendedFilename === null);
  const named = namedEncoding(texts.map(({ name, bytes }) => [name, bytes.toString("latin1")]));
  const encoding = type.encoding ?? named ?? "utf-8";
  const entries: Entry[] = [];
  const files: SentPart[] = [];
  for (const part of parts) {
    const name = decodeBinary(part.name, encoding);
    if (part.filename === null && part.extendedFilename === null) {
      const own = part.charset === null ? encoding : requireEncoding(part.charset);
      entries.push(toEntry(name, decodeText(part.bytes, own), own));
      continue;
    }
    const filename =
      part.extendedFilename === null
        ? decodeBinary(part.filename ?? "", encoding)
        : { text: part.extendedFilename, isExact: true };
    const isExact = name.isExact && filename.isExact;
    files.push({
      field: name.text,
      filename: filename.text,
      bytes: part.bytes,
      ...(isExact ? {} : { problem: `has a name that isn't valid ${encoding}` }),
    });
  }
  return { entries, files };
}

/** A JSON scalar as text: a string's characters, a number or boolean as written. */
function scalarText(source: string): string {
  return source.startsWith('"') ? String(JSON.parse(source)) : source;
}

const isNested = (source: string) => source.startsWith("{") || source.startsWith("[");

/** Nested values keep their source text, so that an error page can show them. */
function toEntries({ key: name, value }: JsonMember): Entry[] {
  if (value === "null") return [];
  if (value.startsWith("{"))
    return [{ name, value, problem: "must be a string, number, boolean, or a list of those" }];
  if (value === "false") return [{ name, value, isUnchecked: true }];
  if (!value.startsWith("[")) return [{ name, value: scalarText(value) }];
  const items = splitJsonMembers(value)
    .map((member) => member.value)
    .filter((item) => item !== "null");
  const entry = { name, value: items.map((item) => (isNested(item) ? item : scalarText(item))) };
  return items.some(isNested)
    ? [{ ...entry, problem: "must be a flat list without nested lists or objects" }]
    : [entry];
}

/**
 * The members of a submitted JSON object as entries, in the order written; null is left out.
 *
 * @throws {AppError} invalid_json; validation_failed when it is JSON but not an object
 */
function parseJsonEntries(bytes: Uint8Array, encoding: string): Entry[] {
  const { text, isExact } = decodeText(bytes, encoding);
  if (!isExact) throw new AppError("invalid_json", `The body isn't valid ${encoding}.`);
  const json = text.replace(/^\uFEFF/, "").trim();
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new AppError("invalid_json", "The body isn't valid JSON.", { cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError(
      "validation_failed",
      "The body must be a JSON object with field names and values.",
      { details: [{ path: "", message: "must be an object with field names and values" }] },
    );
  return splitJsonMembers(json).flatMap(toEntries);
}

/** Scripts send JSON as `text/plain` to avoid a preflight. Any other text isn't a form. */
function readText(bytes: Uint8Array, encoding: string): Entry[] {
  try {
    return parseJsonEntries(bytes, encoding);
  } catch (error) {
    if (error instanceof AppError) throw unsupportedType();
    throw error;
  }
}

/**
 * Splits a body into its entries, in the order sent. Text is decoded by the declared encoding, the form's
 * `_charset_` field, or as UTF-8. An entry with bytes that don't fit says so in `problem`.
 *
 * @throws {AppError} invalid_json, validation_failed, too_many_fields when nothing can be parsed;
 *   unsupported_media_type for `text/plain` that isn't JSON and for an unknown charset
 */
export function readEntries(bytes: Uint8Array, type: ContentType): SentEntries {
  const encoding = type.encoding ?? "utf-8";
  switch (type.kind) {
    case "json":
      return { kind: "json", entries: parseJsonEntries(bytes, encoding), files: [] };
    case "text":
      return { kind: "json", entries: readText(bytes, encoding), files: [] };
    case "urlencoded":
      return { kind: "urlencoded", entries: readUrlencoded(bytes, type.encoding), files: [] };
    case "multipart":
      return { kind: "multipart", ...readMultipart(bytes, type) };
  }
}
