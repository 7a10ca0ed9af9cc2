import { AppError } from "#lib/core/errors";
import type { BodyKind, ContentType } from "#lib/entry/intake/content-type";
import {
  decodeExactly,
  decodeTexts,
  findEncoding,
  type SentText,
} from "#lib/entry/intake/decode-texts";
import { parseMultipart } from "#lib/entry/intake/multipart";
import { malformed } from "#lib/entry/intake/part-head";
import { looksLikeJson, readJson } from "#lib/entry/intake/read-json";
import { readTextForm } from "#lib/entry/intake/read-text-form";
import { type Entry, MAX_ENTRIES, tooManyEntries } from "#lib/entry/intake/sort-entries";

/** A file as sent; its type isn't verified yet. */
export type SentPart = { field: string; filename: string; bytes: Uint8Array };

/**
 * The entries of a body in the order sent. A JSON object is read as JSON whatever its text type.
 */
export type SentEntries = {
  kind: BodyKind;
  entries: Entry[];
  files: SentPart[];
  /** The WHATWG name of the encoding that had to be guessed, or null. */
  guessedCharset: string | null;
};

type Read = Omit<SentEntries, "kind">;

/** A body of text: bytes with the charset that it names. */
type Body = { bytes: Buffer; type: ContentType };

const BYTE_ORDER_MARKS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** A byte order mark isn't text, and it wins over the declared encoding. UTF-16 is converted to UTF-8. */
function withoutMark(bytes: Uint8Array, type: ContentType): Body {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => body[at] === byte));
  if (!found) return { bytes: body, type };
  const text = body.subarray(found.mark.length);
  const isWide = found.encoding !== "utf-8";
  return {
    bytes: isWide ? Buffer.from(new TextDecoder(found.encoding).decode(text)) : text,
    type: { ...type, charset: "utf-8" },
  };
}

/** Returns a charset for bytes with ASCII markup: browsers replace UTF-16 with UTF-8 there. */
function asciiCharset(label: string | null): string | null {
  return label !== null && findEncoding(label)?.startsWith("utf-16") ? "utf-8" : label;
}

function percentDecode(text: string): string {
  if (!/[+%]/.test(text)) return text;
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function readUrlencoded({ bytes, type }: Body): Read {
  const pairs = bytes.toString("latin1").split("&", MAX_ENTRIES + 1);
  if (pairs.length > MAX_ENTRIES) throw tooManyEntries();
  const sent = pairs.flatMap((pair) => {
    if (pair === "") return [];
    const end = pair.indexOf("=");
    const [name, value] = end === -1 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)];
    return [percentDecode(name), percentDecode(value)];
  });
  const named = sent.find((_, at) => at % 2 === 1 && sent[at - 1] === "_charset_") ?? null;
  const labels = [asciiCharset(type.charset), named];
  const { texts, guessedCharset } = decodeTexts(sent, labels, type.acceptLanguage);
  const entries: Entry[] = [];
  for (let at = 0; at < texts.length; at += 2)
    entries.push({ name: texts[at] ?? "", value: texts[at + 1] ?? "" });
  return { entries, files: [], guessedCharset };
}

function readMultipart({ bytes, type }: Body): Read {
  if (type.boundary === null) throw malformed("the Content-Type header has no boundary");
  const parts = parseMultipart(bytes, type.boundary, MAX_ENTRIES).map((part) => {
    const isFile = part.filename !== null || part.extendedFilename !== null;
    const own = isFile || part.charset === null ? null : findEncoding(part.charset);
    return { ...part, isFile, ownText: own && (decodeExactly([part.bytes], own)?.[0] ?? null) };
  });
  const charset = parts.find(({ name, isFile }) => name === "_charset_" && !isFile)?.bytes;
  const sent = parts.flatMap(({ name, filename, isFile, ownText, bytes }): SentText[] => [
    name,
    isFile ? (filename ?? "") : ownText === null ? bytes : "",
  ]);
  const labels = [asciiCharset(type.charset), charset?.toString("latin1") ?? null];
  const { texts, guessedCharset } = decodeTexts(sent, labels, type.acceptLanguage);
  const entries: Entry[] = [];
  const files: SentPart[] = [];
  parts.forEach(({ isFile, ownText, bytes, extendedName, extendedFilename }, at) => {
    const name = extendedName ?? texts[2 * at] ?? "";
    const text = texts[2 * at + 1] ?? "";
    if (isFile) files.push({ field: name, filename: extendedFilename ?? text, bytes });
    else entries.push({ name, value: ownText ?? text });
  });
  return { entries, files, guessedCharset };
}

/** Returns the charset that a form with `enctype="text/plain"` sends in its own field. */
function charsetLine(bytes: Buffer): string | null {
  const at = bytes.indexOf("_charset_=");
  if (at === -1) return null;
  return /^_charset_=(.{1,40})$/m.exec(bytes.toString("latin1", at, at + 60))?.[1] ?? null;
}

/** Decodes a body that isn't split first. */
function readWhole({ bytes, type }: Body) {
  const ascii = asciiCharset(type.charset);
  const isWide = ascii !== type.charset && bytes.includes(0);
  const labels = [isWide ? type.charset : ascii, type.kind === "text" ? charsetLine(bytes) : null];
  const { texts, guessedCharset } = decodeTexts([bytes], labels, type.acceptLanguage);
  return { text: texts[0] ?? "", guessedCharset };
}

/** Reads a JSON object with another content type; null if the body isn't one. */
function findJson(body: Body): Read | null {
  if (!looksLikeJson(body.bytes.toString("latin1", 0, 100))) return null;
  const { text, guessedCharset } = readWhole(body);
  try {
    return { entries: readJson(text), files: [], guessedCharset };
  } catch (error) {
    const isOther = error instanceof AppError && error.code === "invalid_json";
    if (isOther && text.includes("=")) return null;
    throw error;
  }
}

function readPlain(body: Body): Read {
  const { text, guessedCharset } = readWhole(body);
  return { entries: readTextForm(text), files: [], guessedCharset };
}

/**
 * Splits a body into its entries, in the order sent, and decodes its text.
 *
 * @throws {AppError} invalid_json, validation_failed, too_many_fields when nothing can be parsed
 */
export function readEntries(bytes: Uint8Array, type: ContentType): SentEntries {
  const body = withoutMark(bytes, type);
  switch (type.kind) {
    case "json": {
      const { text, guessedCharset } = readWhole(body);
      return { kind: "json", entries: readJson(text), files: [], guessedCharset };
    }
    case "multipart":
      return { kind: "multipart", ...readMultipart(body) };
    default: {
      const json = findJson(body);
      if (json) return { kind: "json", ...json };
      const read = type.kind === "text" ? readPlain(body) : readUrlencoded(body);
      return { kind: type.kind, ...read };
    }
  }
}

/** Calls {@link readEntries}, and returns the error instead of throwing it. */
export function tryReadEntries(bytes: Uint8Array, type: ContentType): SentEntries | AppError {
  try {
    return readEntries(bytes, type);
  } catch (failure) {
    if (failure instanceof AppError) return failure;
    throw failure;
  }
}
