import { entriesOf, hasContent } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { isControlName, isPageName } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { textBytesOf } from "#lib/domain/intake/fields";
import {
  cleanFilename,
  extensionOf,
  FILE_EXTENSIONS,
  proveFileType,
} from "#lib/domain/intake/file-types";
import { MAX_FIELD_ENTRIES, MAX_TEXT_BYTES, maxFiles } from "#lib/domain/intake/limits";
import type { SentFile } from "#lib/domain/intake/store-files";
import type { ContentType } from "#lib/entry/intake/content-type";
import { readEntries, type SentPart } from "#lib/entry/intake/read-entries";
import { nameProblem, sortEntries, storable } from "#lib/entry/intake/sort-entries";

/** Files with content, under names that can be stored. An empty file means an empty file input. */
function namedFiles(files: readonly SentPart[], honeypot: string): SentPart[] {
  return files
    .map((file) => ({
      ...file,
      field: storable(file.field),
      filename: cleanFilename(file.filename),
    }))
    .filter(({ field, bytes }) => bytes.byteLength > 0 && !isControlName(field, honeypot));
}

function invalid(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const sentence = first?.path ? `${first.path} ${first.message}.` : first?.message;
  const more = details.length > 1 ? ` (${details.length - 1} more in details)` : "";
  return new AppError("validation_failed", `${sentence}${more}`, { details });
}

function fileProblem({ field, problem }: SentPart): ErrorDetail | null {
  return nameProblem(field) ?? (problem === undefined ? null : { path: field, message: problem });
}

/** Returns whether a visitor filled in the field; what its page set for the service doesn't count. */
function isFilledIn([name, value]: FieldPairs[number]): boolean {
  return !isPageName(name) && entriesOf(value).some(hasContent);
}

/**
 * @param faults - what doesn't fit the form's fields
 * @throws {AppError} for whatever is wrong apart from the types of files
 */
function requireWellFormed(
  body: ParsedSubmission,
  uploadsEnabled: boolean,
  faults: readonly ErrorDetail[],
): void {
  const { fields, entryCount, files } = body;
  if (textBytesOf(fields) > MAX_TEXT_BYTES)
    throw new AppError(
      "submission_too_large",
      "The submission's text is too large. It can be at most 256 KiB in total.",
    );
  if (entryCount > MAX_FIELD_ENTRIES)
    throw new AppError(
      "too_many_fields",
      `A submission can have at most ${MAX_FIELD_ENTRIES} field entries, but this one has ${entryCount}.`,
    );
  const malformed = [...body.details, ...files.flatMap((file) => fileProblem(file) ?? [])];
  const isReported = ({ path }: ErrorDetail) => malformed.some((detail) => detail.path === path);
  const details = [...malformed, ...faults.filter((fault) => !isReported(fault))];
  if (details.length > 0) throw invalid(details);
  if (files.length === 0 && !fields.some(isFilledIn))
    throw new AppError(
      "empty_submission",
      "The submission is empty. Send at least one field with a value, or a file.",
    );
  if (files.length > 0 && !uploadsEnabled)
    throw new AppError("uploads_disabled", "This form doesn't accept files.", {
      details: files.map(({ field, filename }) => ({
        path: field,
        message: `can't be a file: ${filename}`,
      })),
    });
  if (files.length > maxFiles())
    throw new AppError(
      "too_many_fields",
      `A submission can have at most ${countOf(maxFiles(), "file")}, but this one has ${files.length}.`,
    );
}

/** What's wrong with a file whose form only accepts these extensions, without looking into it. */
function extensionProblem(filename: string, extensions: readonly string[]): string | null {
  if (extensions.length === FILE_EXTENSIONS.length) return null;
  if (extensions.includes(extensionOf(filename))) return null;
  return `“${filename}” isn’t a type that this form accepts (${extensions.join(", ")})`;
}

/** Verifies the type of every file, one after the other, to limit the work done at once. */
async function proveFiles(
  files: readonly SentPart[],
  extensions: readonly string[],
): Promise<SentFile[]> {
  const proven: SentFile[] = [];
  const details: ErrorDetail[] = [];
  for (const { field, filename, bytes } of files) {
    const problem = extensionProblem(filename, extensions);
    const contentType = problem === null ? await proveFileType(filename, bytes) : null;
    if (contentType !== null) proven.push({ field, filename, bytes, contentType });
    else
      details.push({
        path: field,
        message:
          problem ??
          `“${filename}” isn’t an allowed type, or its content doesn’t match its extension`,
      });
  }
  const [first] = details;
  if (!first) return proven;
  throw new AppError("file_type_not_allowed", `${first.path}: ${first.message}.`, { details });
}

/**
 * Parses a body for a form with this honeypot field. Whether the form accepts it is {@link requireAcceptable}'s
 * decision; the types of its files aren't verified.
 *
 * @throws {AppError} unsupported_media_type, invalid_json, validation_failed, too_many_fields when
 * nothing can be parsed
 */
export function parseSubmission(bytes: Uint8Array, type: ContentType, honeypot: string) {
  const { kind, entries, files } = readEntries(bytes, type);
  return { kind, ...sortEntries(entries, honeypot), files: namedFiles(files, honeypot) };
}

export type ParsedSubmission = ReturnType<typeof parseSubmission>;

/**
 * The files of a submission that its form accepts.
 *
 * @param faults - what doesn't fit the form's fields
 * @param extensions - of the files that the form accepts
 * @throws {AppError} the first that applies: submission_too_large, too_many_fields, validation_failed,
 * empty_submission, uploads_disabled, file_type_not_allowed
 */
export async function requireAcceptable(
  body: ParsedSubmission,
  uploadsEnabled: boolean,
  faults: readonly ErrorDetail[] = [],
  extensions = FILE_EXTENSIONS,
): Promise<SentFile[]> {
  requireWellFormed(body, uploadsEnabled, faults);
  return proveFiles(body.files, extensions);
}
