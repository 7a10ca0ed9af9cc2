import { AppError, type ErrorDetail } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields";
import { parseJsonEntries } from "#lib/http/intake/json-entries";
import { parseMultipart } from "#lib/http/intake/multipart";
import {
  type Entry,
  nameProblem,
  type SortedEntries,
  sortEntries,
  storable,
} from "#lib/http/intake/sort-entries";
import { hasContent, isControlName } from "#lib/intake/fields";
import { cleanFilename, proveFileType } from "#lib/intake/file-types";
import type { SentFile } from "#lib/intake/store-files";

/** Limits of CONTRACT section 4. */
export const MAX_TEXT_BYTES = 256 * 1024;
export const MAX_MULTIPART_BYTES = 4 * 1024 * 1024;
export const MAX_FIELD_ENTRIES = 100;
export const MAX_FILES = 5;

/** Bounds the work on a hostile body; no honest form comes near. */
const MAX_PARTS = 1_000;

export type VisitKind = "json" | "urlencoded" | "multipart";

/** A body as bytes, its size and type checked and nothing else. */
export type ReceivedBody = { kind: VisitKind; boundary: string | null; bytes: Uint8Array };

/** What a visitor sent. */
export type VisitBody = {
  kind: VisitKind;
  /** Without control fields, in the order sent; repeated names as a list at the first one's place. */
  fields: FieldPairs;
  /** Names that begin with `_service_`, and `cf-turnstile-response`; the last value counts. */
  controls: Map<string, string>;
  /** What the honeypot field holds; "" when it is absent, empty or an unticked checkbox. */
  honeypot: string;
  /** Files whose type is proven; empty while a problem with any file is open. */
  files: SentFile[];
  /** Every file that was chosen, proven or not: a refused visitor has to choose them again. */
  chosenFiles: { field: string; filename: string }[];
};

type ParseOptions = { honeypot: string; uploadsEnabled: boolean };

function readContentType(request: Request): Pick<ReceivedBody, "kind" | "boundary"> {
  const header = request.headers.get("content-type") ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return { kind: "json", boundary: null };
  if (type === "application/x-www-form-urlencoded") return { kind: "urlencoded", boundary: null };
  if (type !== "multipart/form-data")
    throw new AppError(
      "unsupported_media_type",
      "Send the form as multipart/form-data, application/x-www-form-urlencoded or application/json.",
    );
  const [, quoted, token] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(header) ?? [];
  return { kind: "multipart", boundary: quoted ?? token ?? null };
}

/** The sender went away in the middle of the body: nobody is there to be answered. */
export class BodyBrokenOff extends AppError {
  constructor(cause: unknown) {
    super("validation_failed", "The body broke off before its end.", { cause });
  }
}

async function orBrokenOff<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw new BodyBrokenOff(cause);
  }
}

/**
 * First step of reading a post: checks the content type and takes in the bytes, counting while they
 * stream. Past the limit the rest is left unread: cancelling the stream would cut the connection
 * before the answer is out.
 *
 * @throws {AppError} unsupported_media_type; submission_too_large over 256 KiB, or 4 MiB of multipart;
 *   {@link BodyBrokenOff}
 */
export async function receiveBody(request: Request): Promise<ReceivedBody> {
  const type = readContentType(request);
  const maxBytes = type.kind === "multipart" ? MAX_MULTIPART_BYTES : MAX_TEXT_BYTES;
  const tooLarge = () =>
    new AppError(
      "submission_too_large",
      type.kind === "multipart"
        ? "A submission with files may have at most 4 MiB in all."
        : "A submission may have at most 256 KiB.",
    );
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > maxBytes) throw tooLarge();
  // The HTTP parser ends a body at its declared length: what is declared small needs no stream.
  if (declared !== null) {
    const bytes = new Uint8Array(await orBrokenOff(request.arrayBuffer()));
    if (bytes.byteLength > maxBytes) throw tooLarge();
    return { ...type, bytes };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await orBrokenOff(reader.read());
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      reader.releaseLock();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return { ...type, bytes: Buffer.concat(chunks, size) };
}

type UnprovenFile = Omit<SentFile, "contentType">;

function parseUrlencoded(bytes: Uint8Array): Entry[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // URLSearchParams takes a leading "?" for the mark of a query and drops it.
  const pairs = new URLSearchParams(text.startsWith("?") ? `&${text}` : text);
  return Array.from(pairs, ([name, value]) => ({ name, value }));
}

function readEntries(
  received: ReceivedBody,
  honeypot: string,
): { entries: Entry[]; files: UnprovenFile[] } {
  if (received.kind === "json") return { entries: parseJsonEntries(received.bytes), files: [] };
  if (received.kind === "urlencoded")
    return { entries: parseUrlencoded(received.bytes), files: [] };
  if (received.boundary === null)
    throw new AppError("validation_failed", "The multipart body has no boundary in Content-Type.");
  const entries: Entry[] = [];
  const files: UnprovenFile[] = [];
  for (const { name, filename, bytes } of parseMultipart(
    received.bytes,
    received.boundary,
    MAX_PARTS,
  )) {
    if (filename === null) {
      entries.push({ name, value: bytes.toString("utf8") });
      continue;
    }
    const field = storable(name);
    // An empty file is a file input that nothing was chosen in.
    if (bytes.byteLength > 0 && !isControlName(field, honeypot))
      files.push({ field, filename: cleanFilename(filename), bytes });
  }
  return { entries, files };
}

function invalid(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const sentence = first?.path ? `${first.path} ${first.message}.` : first?.message;
  const more = details.length > 1 ? ` (${details.length - 1} more in details)` : "";
  return new AppError("validation_failed", `${sentence}${more}`, { details });
}

function findProblem(
  sorted: SortedEntries,
  files: readonly UnprovenFile[],
  uploadsEnabled: boolean,
): AppError | null {
  if (sorted.entryCount > MAX_FIELD_ENTRIES)
    return new AppError(
      "too_many_fields",
      `A submission has at most ${MAX_FIELD_ENTRIES} field entries; this one has ${sorted.entryCount}.`,
    );
  const details = [...sorted.details, ...files.flatMap(({ field }) => nameProblem(field) ?? [])];
  if (details.length > 0) return invalid(details);
  if (files.length === 0 && !sorted.fields.some(([, value]) => [value].flat().some(hasContent)))
    return new AppError(
      "empty_submission",
      "The submission has no field with content and no file.",
    );
  if (files.length > 0 && !uploadsEnabled)
    return new AppError("uploads_disabled", "This form does not take files.", {
      details: files.map(({ field, filename }) => ({
        path: field,
        message: `cannot be sent with a file: ${filename}`,
      })),
    });
  if (files.length > MAX_FILES)
    return new AppError(
      "too_many_fields",
      `A submission has at most ${MAX_FILES} files; this one has ${files.length}.`,
    );
  return null;
}

/** Proves the type of every file, one after the other, so that the work at once stays small. */
async function proveFiles(
  files: readonly UnprovenFile[],
): Promise<{ proven: SentFile[]; problem: AppError | null }> {
  const proven: SentFile[] = [];
  const details: ErrorDetail[] = [];
  for (const file of files) {
    const contentType = await proveFileType(file.filename, file.bytes);
    if (contentType !== null) proven.push({ ...file, contentType });
    else
      details.push({
        path: file.field,
        message: `"${file.filename}" is not an allowed type of file, or its content does not match its name`,
      });
  }
  if (details.length === 0) return { proven, problem: null };
  const message = `${details[0]?.path}: ${details[0]?.message}.`;
  return { proven: [], problem: new AppError("file_type_not_allowed", message, { details }) };
}

/**
 * Second step: parses the received bytes. Problems are returned, not thrown, because an error page
 * keeps what was typed: `body` is null only when nothing could be parsed (invalid_json, malformed
 * multipart, more than 1,000 parts).
 *
 * @param options.honeypot - name of the form's honeypot field
 * @returns `problem`: null or, the first that applies, invalid_json, too_many_fields,
 * validation_failed, empty_submission, uploads_disabled, file_type_not_allowed
 */
export async function parseBody(
  received: ReceivedBody,
  options: ParseOptions,
): Promise<{ body: VisitBody; problem: AppError | null } | { body: null; problem: AppError }> {
  let sent: ReturnType<typeof readEntries>;
  try {
    sent = readEntries(received, options.honeypot);
  } catch (problem) {
    if (problem instanceof AppError) return { body: null, problem };
    throw problem;
  }
  const sorted = sortEntries(sent.entries, options.honeypot);
  const body: VisitBody = {
    kind: received.kind,
    fields: sorted.fields,
    controls: sorted.controls,
    honeypot: sorted.honeypot,
    files: [],
    chosenFiles: sent.files.map(({ field, filename }) => ({ field, filename })),
  };
  const problem = findProblem(sorted, sent.files, options.uploadsEnabled);
  if (problem) return { body, problem };
  const { proven, problem: fileProblem } = await proveFiles(sent.files);
  return { body: { ...body, files: proven }, problem: fileProblem };
}
