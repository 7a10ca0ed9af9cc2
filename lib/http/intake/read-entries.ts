import { AppError } from "#lib/core/errors";
import { type DecodedText, decodeText } from "#lib/http/intake/charset";
import {
  type BodyKind,
  type ContentType,
  requireEncoding,
  unsupportedType,
} from "#lib/http/intake/content-type";
import { parseJsonEntries } from "#lib/http/intake/json-entries";
import { parseMultipart } from "#lib/http/intake/multipart";
import type { Entry } from "#lib/http/intake/sort-entries";

/** Bounds the work on a hostile body; no real form comes near. */
const MAX_PARTS = 1_000;

/** A file as sent, its type not checked. */
export type SentPart = { field: string; filename: string; bytes: Uint8Array; problem?: string };

/** The entries of a body in the order sent. `json` as `text/plain` counts as JSON. */
export type SentEntries = { kind: BodyKind; entries: Entry[]; files: SentPart[] };

/** Text with one byte a character, in the encoding that it came in. */
function decodeBinary(text: string, encoding: string): DecodedText {
  // Printable ASCII is the same in every encoding that a form can be sent in.
  if (/^[\x20-\x7e\t\r\n]*$/.test(text)) return { text, isExact: true };
  return decodeText(Buffer.from(text, "latin1"), encoding);
}

function toEntry(name: DecodedText, value: DecodedText, encoding: string): Entry {
  const entry = { name: name.text, value: value.text };
  if (name.isExact && value.isExact) return entry;
  return { ...entry, problem: `is not valid ${encoding} text` };
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
  if (type.boundary === null)
    throw new AppError("validation_failed", "The multipart body has no boundary in Content-Type.");
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
      ...(isExact ? {} : { problem: `has a name that is not valid ${encoding} text` }),
    });
  }
  return { entries, files };
}

/** `text/plain` is what scripts send JSON as to avoid a preflight; anything else in it is no form. */
function readText(bytes: Uint8Array, encoding: string): Entry[] {
  try {
    return parseJsonEntries(bytes, encoding);
  } catch (error) {
    if (error instanceof AppError) throw unsupportedType();
    throw error;
  }
}

/**
 * Cuts a body into its entries, in the order sent. Text is decoded by the declared encoding, the
 * form's `_charset_` field, or as UTF-8; an entry whose bytes don't fit says so in `problem`.
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
