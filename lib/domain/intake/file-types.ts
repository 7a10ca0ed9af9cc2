import { fileTypeFromBuffer } from "file-type";
import { cutCharacters } from "#lib/core/characters";

/** The maximum number of characters of a stored file name. */
const MAX_FILENAME_CHARACTERS = 150;

const OOXML = "application/vnd.openxmlformats-officedocument";
const ODF = "application/vnd.oasis.opendocument";
const DOCX = `${OOXML}.wordprocessingml.document`;
const XLSX = `${OOXML}.spreadsheetml.sheet`;
const PPTX = `${OOXML}.presentationml.presentation`;
const ODT = `${ODF}.text`;
const ODS = `${ODF}.spreadsheet`;

type FileType = {
  contentType: string;
  /** The extension to add if there's none, followed by others in use. */
  extensions: readonly [string, ...string[]];
  /**
   * The sniffer's names of the type. Text is recognized by the bytes that it doesn't contain, and compound
   * files by their streams.
   */
  sniffed: readonly string[];
};

const TYPES: readonly FileType[] = [
  { contentType: "application/pdf", extensions: ["pdf"], sniffed: ["application/pdf"] },
  { contentType: "image/png", extensions: ["png", "apng"], sniffed: ["image/png", "image/apng"] },
  {
    contentType: "image/jpeg",
    extensions: ["jpg", "jpeg", "jfif", "jpe", "pjpeg", "pjp"],
    sniffed: ["image/jpeg"],
  },
  { contentType: "image/gif", extensions: ["gif"], sniffed: ["image/gif"] },
  { contentType: "image/webp", extensions: ["webp"], sniffed: ["image/webp"] },
  {
    contentType: "image/heic",
    extensions: ["heic", "heif", "hif"],
    sniffed: ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
  },
  { contentType: "text/plain", extensions: ["txt"], sniffed: [] },
  { contentType: "text/csv", extensions: ["csv"], sniffed: [] },
  { contentType: "application/rtf", extensions: ["rtf"], sniffed: ["application/rtf"] },
  { contentType: "application/msword", extensions: ["doc"], sniffed: [] },
  { contentType: DOCX, extensions: ["docx"], sniffed: [DOCX] },
  { contentType: "application/vnd.ms-excel", extensions: ["xls"], sniffed: [] },
  { contentType: XLSX, extensions: ["xlsx"], sniffed: [XLSX] },
  { contentType: "application/vnd.ms-powerpoint", extensions: ["ppt"], sniffed: [] },
  { contentType: PPTX, extensions: ["pptx"], sniffed: [PPTX] },
  { contentType: ODT, extensions: ["odt"], sniffed: [ODT] },
  { contentType: ODS, extensions: ["ods"], sniffed: [ODS] },
  { contentType: "application/zip", extensions: ["zip"], sniffed: ["application/zip"] },
];

/** Types that are ZIP archives inside. */
const ZIPPED: readonly string[] = [DOCX, XLSX, PPTX, ODT, ODS];

/** The allowed extensions, without dots. */
export const FILE_EXTENSIONS: readonly string[] = TYPES.flatMap(({ extensions }) =>
  extensions.filter((extension) => extension === extensions[0] || extension === "jpeg"),
);

function typeOf(extension: string): FileType | null {
  return TYPES.find(({ extensions }) => extensions.includes(extension)) ?? null;
}

/** Returns a file name's extension in lower case, without the dot; empty if it has none. */
export function extensionOf(filename: string): string {
  return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}

/** Invisible characters, except joiners and tags, which words of some languages and emoji need. */
const INVISIBLE = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A file name that's safe to store and show: no path, no control or bidi characters, and at most 150
 * characters including the extension.
 */
export function cleanFilename(sent: string): string {
  const base = sent.toWellFormed().replaceAll("\u0000", "").split(/[/\\]/).at(-1) ?? "";
  const shown = base.replace(INVISIBLE, "").trim();
  const dot = shown.lastIndexOf(".");
  const extension = dot === -1 ? "" : cutCharacters(shown.slice(dot), 20).trimEnd();
  const stem = dot === -1 ? shown : shown.slice(0, dot).trim();
  const room = MAX_FILENAME_CHARACTERS - Array.from(extension).length;
  return (/[^.\s]/.test(stem) ? cutCharacters(stem, room) : "file") + extension;
}

/** Control characters that don't occur in text; whitespace and bytes of 8-bit encodings do. */
const BINARY = /(?![\s\u0080-\u009f])\p{Cc}/u;

/** Signs of text that programs run or render, whatever the file's name. */
const FOREIGN_TEXT =
  /^\s*(?:<!doctype\s+html|<html|<script|<svg|<\?php|#!|%PDF|%!PS|\{\\rtf|GIF8)/i;

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Guesses UTF-16 without a byte order mark: most such texts have a NUL in every other byte. */
function guessWide(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const start = bytes.subarray(0, 512);
  const countAt = (parity: number) =>
    start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [countAt(0), countAt(1)];
  const isWide = (many: number, none: number) => none === 0 && many * 4 > start.length;
  return isWide(odd, even) ? "utf-16le" : isWide(even, odd) ? "utf-16be" : null;
}

function decodeAny(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decode(bytes, "utf-16be");
  const wide = guessWide(bytes);
  if (wide !== null) return decode(bytes, wide);
  const text = decode(bytes, "utf-8");
  if (text?.includes("\x1b")) return decode(bytes, "iso-2022-jp") ?? text;
  return text ?? Buffer.from(bytes).toString("latin1");
}

/**
 * Returns whether a file is plain text, by the bytes that it doesn't contain: signatures don't help,
 * because ordinary prose can begin with "BM", "MZ", or "solid ". It's UTF-8, UTF-16, ISO-2022-JP, or
 * an encoding with ASCII's control characters.
 */
function isPlainText(bytes: Uint8Array): boolean {
  const text = decodeAny(bytes);
  return text !== null && !BINARY.test(text) && !FOREIGN_TEXT.test(text.slice(0, 512));
}

/**
 * How late a PDF's header may begin. Programs write other bytes before it, but nothing that
 * browsers would run.
 */
const PDF_HEADER_WITHIN = 1_024;
const MARKUP = /<(?:!doctype|html|script|svg|\?php)/i;

function isPdf(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, PDF_HEADER_WITHIN)).toString("latin1");
  const at = start.indexOf("%PDF-");
  return at !== -1 && !MARKUP.test(start.slice(0, at));
}

const utf16 = (text: string) => Buffer.from(text, "utf16le");

/** Marks that identify compound files: stream names, and the class ID of an installer. */
const COMPOUND_MARKS: readonly [extension: string, mark: Buffer][] = [
  ["doc", utf16("WordDocument")],
  ["xls", utf16("Workbook")],
  ["ppt", utf16("PowerPoint Document")],
  ["msi", Buffer.from("84100c0000000000c000000000000046", "hex")],
];

/** Returns the type of a compound file. Without a known stream, its extension determines it. */
function compoundType(extension: string, bytes: Uint8Array): FileType | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = COMPOUND_MARKS.filter(([, mark]) => content.includes(mark)).map(([kind]) => kind);
  const isNamed = ["doc", "xls", "ppt"].includes(extension);
  if (found.includes("msi")) return null;
  const [first] = found;
  if (first === undefined || found.includes(extension)) return isNamed ? typeOf(extension) : null;
  return typeOf(first);
}

/**
 * Images have NUL bytes near the start. Without any, it's a text that only begins like an image.
 */
const hasNul = (bytes: Uint8Array) => bytes.subarray(0, 1_024).includes(0);

/** An archive that claims to be a document, but that the sniffer can't read, may be a bomb. */
function claimsDocument(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  return start.includes("[Content_Types].xml") || start.includes("mimetypeapplication/vnd.oasis");
}

async function sniff(extension: string, bytes: Uint8Array): Promise<FileType | null> {
  const named = typeOf(extension);
  const isText = named?.contentType.startsWith("text/") ?? false;
  if (named && isText && isPlainText(bytes)) return named;
  // A file that crashes the sniffer has no type.
  const sniffed = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (sniffed?.mime === "application/x-cfb") return compoundType(extension, bytes);
  if (extension === "zip" && sniffed && ZIPPED.includes(sniffed.mime)) return named;
  if (sniffed?.mime === "application/zip" && claimsDocument(bytes)) return null;
  const type = TYPES.find((one) => sniffed && one.sniffed.includes(sniffed.mime));
  if (type) return type.contentType.startsWith("image/") && !hasNul(bytes) ? null : type;
  return sniffed === undefined && isPdf(bytes) ? typeOf("pdf") : null;
}

/** A file's type, and its name with the right extension, which is added if it's missing or different. */
export type IdentifiedFile = {
  contentType: string;
  filename: string;
  /** The extension that forms use to select accepted types. */
  extension: string;
};

/**
 * Identifies a file of an allowed type by its content, not by its name; null for any other type.
 * Sniffing reads a limited part, and unpacks at most 1 MiB of one ZIP entry.
 *
 * @param filename - cleaned by {@link cleanFilename}
 */
export async function identifyFile(
  filename: string,
  bytes: Uint8Array,
): Promise<IdentifiedFile | null> {
  const named = extensionOf(filename);
  const type = await sniff(named, bytes);
  if (type === null) return null;
  const { contentType, extensions } = type;
  const [extension] = extensions;
  if (extensions.includes(named)) return { contentType, filename, extension };
  const stem = cutCharacters(filename, MAX_FILENAME_CHARACTERS - extension.length - 1);
  return { contentType, filename: `${stem.replace(/\.+$/, "")}.${extension}`, extension };
}
