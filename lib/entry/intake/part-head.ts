import { AppError } from "#lib/core/errors";
import { parameterOf } from "#lib/entry/intake/content-type";
import { decodeExactly, findEncoding } from "#lib/entry/intake/decode-texts";

/**
 * The headers of a part of a multipart/form-data body. `name` and `filename` have one byte per character, still in
 * the body's own encoding; `filename` is null for an ordinary field.
 */
export type PartHead = {
  name: string;
  filename: string | null;
  /** `name*` and `filename*` (RFC 8187), which declare their own encoding: as text, or null. */
  extendedName: string | null;
  extendedFilename: string | null;
  /** The encoding that the part declares for its text. */
  charset: string | null;
  /** The Content-Transfer-Encoding in lower case, or "". */
  transfer: string;
};

/** Creates the error for a body that can't be split into its parts. */
export function malformed(what: string): AppError {
  return new AppError("validation_failed", `The multipart body can't be read: ${what}.`, {
    details: [{ path: "", message: `isn't a valid multipart body: ${what}` }],
  });
}

const fromHex = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/**
 * Unescapes a name. Browsers write `"` as %22 and line breaks as %0D%0A, and escape nothing else.
 */
function unescapeName(text: string): string {
  return text.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

/** Decodes an extended value: by its charset, else as UTF-8, else in an encoding that fits all bytes. */
function decodeExtended(value: string): string {
  const [, label = "", encoded = value] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  const bytes = Buffer.from(encoded.replace(/%([0-9a-f]{2})/gi, fromHex), "latin1");
  const encodings = [findEncoding(label) ?? "utf-8", "utf-8", "windows-1252"];
  const [text = ""] = encodings.flatMap((encoding) => decodeExactly([bytes], encoding) ?? []);
  return text;
}

/** A quoted value as browsers write it (a backslash is a backslash), or by the RFC (a backslash escapes). */
const BROWSER_VALUE = '"([^"]*)"';
const ESCAPED_VALUE = '"((?:\\\\.|[^"\\\\])*)"';
const parameterPattern = (quoted: string) =>
  new RegExp(
    `\\s*;\\s*([^=;\\s"]+)\\s*=\\s*(?:${quoted}(?=\\s*(?:;|$))|([^;"]*?)(?=\\s*(?:;|$)))`,
    "gsy",
  );
const AS_BROWSERS = parameterPattern(BROWSER_VALUE);
const BY_RFC = parameterPattern(ESCAPED_VALUE);

type Parameters = { found: Map<string, string>; isWhole: boolean };

function readWith(
  pattern: RegExp,
  header: string,
  unescaped: (text: string) => string,
): Parameters {
  const found = new Map<string, string>();
  let end = 0;
  for (const match of header.matchAll(pattern)) {
    const [all, key = "", quoted, token = ""] = match;
    const name = key.toLowerCase();
    if (!found.has(name)) found.set(name, quoted === undefined ? token : unescaped(quoted));
    end = match.index + all.length;
  }
  return { found, isWhole: /^[\s;]*$/.test(header.slice(end)) };
}

/**
 * Reads the parameters of a Content-Disposition header, in the way that makes sense of all of it.
 */
function readParameters(header: string): Map<string, string> {
  const parameters = header.slice(Math.max(0, header.indexOf(";")));
  const asBrowsers = readWith(AS_BROWSERS, parameters, unescapeName);
  if (asBrowsers.isWhole) return asBrowsers.found;
  const byRfc = readWith(BY_RFC, parameters, (text) => text.replace(/\\(.)/gs, "$1"));
  return byRfc.isWhole || byRfc.found.size > asBrowsers.found.size ? byRfc.found : asBrowsers.found;
}

/**
 * Reads the headers of a part.
 *
 * @param block - the header lines, one byte a character
 * @throws {AppError} validation_failed for a part that isn't a form's
 */
export function readPartHead(block: string): PartHead {
  const lines = block.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headerOf = (name: string) => {
    const line = lines.find((one) => one.slice(0, one.indexOf(":")).trim().toLowerCase() === name);
    return line === undefined ? null : line.slice(line.indexOf(":") + 1).trim();
  };
  const disposition = headerOf("content-disposition");
  if (disposition === null) throw malformed("a part has no Content-Disposition header");
  if (!/^form-data\s*(?:;|$)/i.test(disposition)) throw malformed("a part isn't form-data");
  const parameters = readParameters(disposition);
  const extended = (name: string) => {
    const value = parameters.get(name);
    return value === undefined ? null : decodeExtended(value);
  };
  const extendedName = extended("name*");
  const name = parameters.get("name") ?? (extendedName === null ? undefined : "");
  if (name === undefined) throw malformed("a part has no name");
  return {
    name,
    filename: parameters.get("filename") ?? null,
    extendedName,
    extendedFilename: extended("filename*"),
    charset: parameterOf(headerOf("content-type") ?? "", "charset"),
    transfer: (headerOf("content-transfer-encoding") ?? "").toLowerCase(),
  };
}

function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1").replace(/=[ \t]*\r?\n/g, "");
  return Buffer.from(text.replace(/=([0-9a-f]{2})/gi, fromHex), "latin1");
}

/** Removes a part's transfer encoding. Content that isn't validly encoded isn't changed. */
export function decodeTransfer(bytes: Buffer, transfer: string): Buffer {
  if (transfer === "quoted-printable") return decodeQuotedPrintable(bytes);
  if (transfer !== "base64") return bytes;
  const text = bytes.toString("latin1");
  return /[^A-Za-z0-9+/=\s]/.test(text) ? bytes : Buffer.from(text, "base64");
}
