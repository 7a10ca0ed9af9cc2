import { isControlName, isPageName } from "#lib/core/control-fields";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { entriesOf, type FieldPairs, hasContent } from "#lib/core/fields";
import { type BodyKind, type ContentType, MAX_TEXT_BYTES } from "#lib/http/intake/content-type";
import { readEntries, type SentPart } from "#lib/http/intake/read-entries";
import {
  nameProblem,
  type SortedEntries,
  sortEntries,
  storable,
} from "#lib/http/intake/sort-entries";
import { textBytesOf } from "#lib/intake/fields";
import { cleanFilename, proveFileType } from "#lib/intake/file-types";
import type { SentFile } from "#lib/intake/store-files";

export const MAX_FIELD_ENTRIES = 100;
export const MAX_FILES = 5;

/** A submission's content, parsed. */
export type ParsedSubmission = {
  kind: BodyKind;
  /** Without control fields, in the order sent; repeated names as a list at the first one's place. */
  fields: FieldPairs;
  /** Fields that the service reads itself (`isReservedName`); the last value counts. */
  controls: Map<string, string>;
  /** The honeypot field's value; "" when it's absent, empty or an unchecked checkbox. */
  honeypot: string;
  /** Files whose type is verified; empty when there's a problem with any file. */
  files: SentFile[];
  /** Every file that was selected: after an error the visitor has to select them again. */
  selectedFiles: { field: string; filename: string }[];
};

/** A parsed submission and its problem, if any. */
export type Parsed =
  | { body: ParsedSubmission; problem: null }
  | { body: ParsedSubmission | null; problem: AppError };

type ParseOptions = { honeypot: string; uploadsEnabled: boolean };

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

/** Whether a visitor filled in the field; what its page set for the service doesn't count. */
function isFilledIn([name, value]: FieldPairs[number]): boolean {
  return !isPageName(name) && entriesOf(value).some(hasContent);
}

function findProblem(
  sorted: Pick<SortedEntries, "fields" | "entryCount" | "details">,
  files: readonly SentPart[],
  uploadsEnabled: boolean,
): AppError | null {
  if (textBytesOf(sorted.fields) > MAX_TEXT_BYTES)
    return new AppError(
      "submission_too_large",
      "The submission's text is too large. It can be at most 256 KiB in total.",
    );
  if (sorted.entryCount > MAX_FIELD_ENTRIES)
    return new AppError(
      "too_many_fields",
      `A submission can have at most ${MAX_FIELD_ENTRIES} field entries, but this one has ${sorted.entryCount}.`,
    );
  const details = [...sorted.details, ...files.flatMap((file) => fileProblem(file) ?? [])];
  if (details.length > 0) return invalid(details);
  if (files.length === 0 && !sorted.fields.some(isFilledIn))
    return new AppError(
      "empty_submission",
      "The submission is empty. Send at least one field with a value, or a file.",
    );
  if (files.length > 0 && !uploadsEnabled)
    return new AppError("uploads_disabled", "This form doesn't accept files.", {
      details: files.map(({ field, filename }) => ({
        path: field,
        message: `can't be a file: ${filename}`,
      })),
    });
  if (files.length > MAX_FILES)
    return new AppError(
      "too_many_fields",
      `A submission can have at most ${MAX_FILES} files, but this one has ${files.length}.`,
    );
  return null;
}

/** Verifies the type of every file, one after the other, to limit the work done at once. */
async function proveFiles(
  files: readonly SentPart[],
): Promise<{ proven: SentFile[]; problem: AppError | null }> {
  const proven: SentFile[] = [];
  const details: ErrorDetail[] = [];
  for (const file of files) {
    const contentType = await proveFileType(file.filename, file.bytes);
    if (contentType !== null) {
      const { field, filename, bytes } = file;
      proven.push({ field, filename, bytes, contentType });
    } else
      details.push({
        path: file.field,
        message: `“${file.filename}” isn’t an allowed type, or its content doesn’t match its extension`,
      });
  }
  if (details.length === 0) return { proven, problem: null };
  const message = `${details[0]?.path}: ${details[0]?.message}.`;
  return { proven: [], problem: new AppError("file_type_not_allowed", message, { details }) };
}

/**
 * Parses a body under the settings of its form. Problems are returned, not thrown, because an error
 * page keeps what was typed: `body` is null only when nothing could be parsed.
 *
 * @param options.honeypot - name of the form's honeypot field
 * @returns `problem`: null or, the first that applies, unsupported_media_type, invalid_json,
 * submission_too_large, too_many_fields, validation_failed, empty_submission, uploads_disabled,
 * file_type_not_allowed
 */
export async function parseSubmission(
  bytes: Uint8Array,
  type: ContentType,
  options: ParseOptions,
): Promise<Parsed> {
  let sent: ReturnType<typeof readEntries>;
  try {
    sent = readEntries(bytes, type);
  } catch (problem) {
    if (problem instanceof AppError) return { body: null, problem };
    throw problem;
  }
  const { fields, controls, honeypot, ...sorted } = sortEntries(sent.entries, options.honeypot);
  const files = namedFiles(sent.files, options.honeypot);
  const body: ParsedSubmission = {
    kind: sent.kind,
    fields,
    controls,
    honeypot,
    files: [],
    selectedFiles: files.map(({ field, filename }) => ({ field, filename })),
  };
  const problem = findProblem({ fields, ...sorted }, files, options.uploadsEnabled);
  if (problem) return { body, problem };
  const { proven, problem: unproven } = await proveFiles(files);
  return unproven
    ? { body, problem: unproven }
    : { body: { ...body, files: proven }, problem: null };
}
