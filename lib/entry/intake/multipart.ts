import { AppError } from "#lib/core/errors";
import { parameterOf } from "#lib/entry/intake/content-type";

/**
 * A part of a multipart/form-data body. `name` and `filename` hold one byte a character, still in the
 * body's own encoding; `filename` is null for an ordinary field.
 */
export type Part = {
  name: string;
  filename: string | null;
  /** `filename*` (RFC 5987): the file name as UTF-8 text, whatever the body's encoding. */
  extendedFilename: string | null;
  /** The encoding that the part declares for its text. */
  charset: string | null;
  bytes: Buffer;
};

/** Bounds the work on crafted headers. A file name of 255 characters takes at most half of it. */
const MAX_HEADER_BYTES = 2 * 1024;
const CRLF = "\r\n";

/** The error for a body that can't be split into its parts. */
export function malformed(what: string): AppError {
  return new AppError("validation_failed", `The multipart body can't be read: ${what}.`, {
    details: [{ path: "", message: `isn't a valid multipart body: ${what}` }],
  });
}

type Delimiter = { start: number; end: number; isLast: boolean };

/**
 * The next delimiter line at or after `from`; text that only begins like one is content. `end` is where
 * the next part's headers begin.
 */
function findDelimiter(body: Buffer, mark: Buffer, from: number): Delimiter | null {
  let start = body.indexOf(mark, from);
  while (start !== -1) {
    let end = start + mark.length;
    if (body.toString("latin1", end, end + 2) === "--") return { start, end, isLast: true };
    while (body[end] === 0x20 || body[end] === 0x09) end += 1;
    if (body.toString("latin1", end, end + 2) === CRLF)
      return { start, end: end + 2, isLast: false };
    start = body.indexOf(mark, start + 1);
  }
  return null;
}

/** In names, browsers write `"` as %22 and line breaks as %0D%0A, and escape nothing else. */
function unescapeName(text: string): string {
  return text.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

function decodeExtended(value: string): string {
  const encoded = value.replace(/^[^']*'[^']*'/, "");
  const bytes = encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/**
 * Parameters of a Content-Disposition header. A quoted value is read as browsers write it (a backslash
 * is a backslash) or, if its quotes don't match up then, by the RFC (a backslash escapes).
 */
function readParameters(header: string): Map<string, string> {
  const pattern =
    /;\s*([^=;\s"]+)\s*=\s*(?:"([^"]*)"(?=\s*(?:;|$))|"((?:\\.|[^"\\])*)"(?=\s*(?:;|$))|([^;"\s]*))/g;
  const found = new Map<string, string>();
  for (const [, key = "", quoted, escaped, token = ""] of header.matchAll(pattern)) {
    const value =
      quoted !== undefined
        ? unescapeName(quoted)
        : escaped !== undefined
          ? escaped.replace(/\\(.)/g, "$1")
          : token;
    const name = key.toLowerCase();
    if (!found.has(name)) found.set(name, value);
  }
  return found;
}

function readHeaders(block: string): Omit<Part, "bytes"> {
  const lines = block.replace(/\r\n[ \t]+/g, " ").split(CRLF);
  const disposition = lines.find((line) => /^content-disposition\s*:/i.test(line));
  if (disposition === undefined) throw malformed("a part has no Content-Disposition header");
  if (!/^[^:]+:\s*form-data\s*(?:;|$)/i.test(disposition))
    throw malformed("a part isn't form-data");
  const parameters = readParameters(disposition);
  const name = parameters.get("name");
  if (name === undefined) throw malformed("a part has no name");
  const extended = parameters.get("filename*");
  const type = lines.find((line) => /^content-type\s*:/i.test(line));
  return {
    name,
    filename: parameters.get("filename") ?? null,
    extendedFilename: extended === undefined ? null : decodeExtended(extended),
    charset: type === undefined ? null : parameterOf(type, "charset"),
  };
}

/**
 * Splits a multipart/form-data body (RFC 7578) into its parts, in the order sent. One unreadable part
 * rejects the whole body, so nothing is dropped silently. The parts share the memory of `bytes`. Streaming
 * parsers and `Response.formData()` take 3 to 50 times as long and lose charsets or bad parts.
 *
 * @throws {AppError} validation_failed when the body is malformed or cut short; too_many_fields with
 * more than `maxParts` parts
 */
export function parseMultipart(bytes: Uint8Array, boundary: string, maxParts: number): Part[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = Buffer.from(`${CRLF}--${boundary}`, "latin1");
  const opening = mark.subarray(2);
  const first = findDelimiter(body, opening, 0);
  let delimiter = first?.start === 0 ? first : findDelimiter(body, mark, 0);
  if (delimiter === null) throw malformed("its boundary wasn't found");
  const parts: Part[] = [];
  while (!delimiter.isLast) {
    if (parts.length === maxParts)
      throw new AppError("too_many_fields", `A submission can have at most ${maxParts} parts.`);
    const headerStart = delimiter.end;
    const headerEnd = body.indexOf(CRLF + CRLF, headerStart);
    if (headerEnd === -1 || headerEnd - headerStart > MAX_HEADER_BYTES)
      throw malformed("a part's headers aren't terminated");
    const contentStart = headerEnd + 4;
    // The blank line may be the delimiter's own line end when a part is empty.
    const next = findDelimiter(body, mark, contentStart - 2);
    if (next === null) throw malformed("it's incomplete");
    parts.push({
      ...readHeaders(body.toString("latin1", headerStart, headerEnd)),
      bytes: body.subarray(contentStart, Math.max(contentStart, next.start)),
    });
    delimiter = next;
  }
  return parts;
}
