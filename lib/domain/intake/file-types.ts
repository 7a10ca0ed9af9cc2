import { fileTypeFromBuffer } from "file-type";
import { cutCharacters } from "#lib/core/characters";

/** Characters of a stored file name. */
const MAX_FILENAME_CHARACTERS = 150;

const OOXML = "application/vnd.openxmlformats-officedocument";
const ODF = "application/vnd.oasis.opendocument";
const DOCX = `${OOXML}.wordprocessingml.document`;
const XLSX = `${OOXML}.spreadsheetml.sheet`;
const PPTX = `${OOXML}.presentationml.presentation`;
const ODT = `${ODF}.text`;
const ODS = `${ODF}.spreadsheet`;

/** Extension → the content type it's stored under, and the types its content may turn out to be. */
const TYPES = new Map<string, { contentType: string; sniffed: readonly string[] | "text" }>([
  ["pdf", { contentType: "application/pdf", sniffed: ["application/pdf"] }],
  ["png", { contentType: "image/png", sniffed: ["image/png", "image/apng"] }],
  ["jpg", { contentType: "image/jpeg", sniffed: ["image/jpeg"] }],
  ["jpeg", { contentType: "image/jpeg", sniffed: ["image/jpeg"] }],
  ["gif", { contentType: "image/gif", sniffed: ["image/gif"] }],
  ["webp", { contentType: "image/webp", sniffed: ["image/webp"] }],
  [
    "heic",
    {
      contentType: "image/heic",
      sniffed: ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
    },
  ],
  ["txt", { contentType: "text/plain", sniffed: "text" }],
  ["csv", { contentType: "text/csv", sniffed: "text" }],
  ["rtf", { contentType: "application/rtf", sniffed: ["application/rtf"] }],
  ["doc", { contentType: "application/msword", sniffed: ["application/x-cfb"] }],
  ["docx", { contentType: DOCX, sniffed: [DOCX] }],
  ["xls", { contentType: "application/vnd.ms-excel", sniffed: ["application/x-cfb"] }],
  ["xlsx", { contentType: XLSX, sniffed: [XLSX] }],
  ["ppt", { contentType: "application/vnd.ms-powerpoint", sniffed: ["application/x-cfb"] }],
  ["pptx", { contentType: PPTX, sniffed: [PPTX] }],
  ["odt", { contentType: ODT, sniffed: [ODT] }],
  ["ods", { contentType: ODS, sniffed: [ODS] }],
  [
    "zip",
    { contentType: "application/zip", sniffed: ["application/zip", DOCX, XLSX, PPTX, ODT, ODS] },
  ],
]);

/** The allowed extensions, without dots. */
export const FILE_EXTENSIONS: readonly string[] = [...TYPES.keys()];

/** A file name's extension in lower case, without the dot; empty without one. */
export function extensionOf(filename: string): string {
  return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}

/**
 * A file name that's safe to store and show: no path, no control, bidi, or zero-width characters, and at
 * most 150 characters including the extension.
 */
export function cleanFilename(sent: string): string {
  const base = sent.toWellFormed().replaceAll("\u0000", "").split(/[/\\]/).at(-1) ?? "";
  const shown = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  const dot = shown.lastIndexOf(".");
  const extension = dot === -1 ? "" : cutCharacters(shown.slice(dot), 20).trimEnd();
  const stem = dot === -1 ? shown : shown.slice(0, dot).trim();
  const room = MAX_FILENAME_CHARACTERS - Array.from(extension).length;
  return (/[^.\s]/.test(stem) ? cutCharacters(stem, room) : "file") + extension;
}

/** Control characters that don't occur in text; whitespace and bytes of 8-bit encodings do. */
const BINARY = /(?![\s\u0080-\u009f])\p{Cc}/u;

/** Text that programs run or render, whatever its file name says. */
const FOREIGN_TEXT =
  /^\s*(?:<!doctype\s+html|<html|<script|<svg|<\?php|#!|%PDF|%!PS|\{\\rtf|GIF8)/i;

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Signatures don't help: ordinary prose can begin with "BM", "MZ", or "solid ". Text is recognized by
 * what it lacks. It's UTF-8, UTF-16 with a byte order mark, or an 8-bit encoding.
 */
function isPlainText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const text =
    isLittleEndian || isBigEndian
      ? decode(bytes, isLittleEndian ? "utf-16le" : "utf-16be")
      : (decode(bytes, "utf-8") ?? Buffer.from(bytes).toString("latin1"));
  return text !== null && !BINARY.test(text) && !FOREIGN_TEXT.test(text.slice(0, 512));
}

const utf16 = (text: string) => Buffer.from(text, "utf16le");

/** Distinguishes compound files: stream names, and the class id of an installer. */
const COMPOUND_MARKS: readonly [extension: string, mark: Buffer][] = [
  ["doc", utf16("WordDocument")],
  ["xls", utf16("Workbook")],
  ["ppt", utf16("PowerPoint Document")],
  ["msi", Buffer.from("84100c0000000000c000000000000046", "hex")],
];

function isForeignCompound(extension: string, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = COMPOUND_MARKS.filter(([, mark]) => content.includes(mark)).map(([kind]) => kind);
  return found.length > 0 && !found.includes(extension);
}

/**
 * The content type of a file whose extension is allowed and whose content matches it, otherwise null.
 * Sniffing reads a bounded part and unpacks at most 1 MiB of one zip entry.
 */
export async function proveFileType(filename: string, bytes: Uint8Array): Promise<string | null> {
  const extension = extensionOf(filename);
  const type = TYPES.get(extension);
  if (type === undefined) return null;
  if (type.sniffed === "text") return isPlainText(bytes) ? type.contentType : null;
  // A file that crashes the sniffer isn't what its extension says.
  const sniffed = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (sniffed === undefined || !type.sniffed.includes(sniffed.mime)) return null;
  if (sniffed.mime === "application/x-cfb" && isForeignCompound(extension, bytes)) return null;
  return type.contentType;
}
