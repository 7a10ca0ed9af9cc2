import { entriesOf, hasContent } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { isPageName, type NameKind } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import type { Fault } from "#lib/domain/forms/fields/rules";
import { faultDetails, type SubmissionFault } from "#lib/domain/intake/faults";
import { textBytesOf } from "#lib/domain/intake/fields";
import { cleanFilename, FILE_EXTENSIONS, identifyFile } from "#lib/domain/intake/file-types";
import { MAX_FIELD_ENTRIES, MAX_TEXT_BYTES, maxFiles } from "#lib/domain/intake/limits";
import type { OpenForm } from "#lib/domain/intake/open-form";
import type { SentFile } from "#lib/domain/intake/store-files";
import type { SentEntries, SentPart } from "#lib/entry/intake/read-entries";
import {
  nameProblem,
  namesOf,
  sortEntries,
  storable,
  UNNAMED,
} from "#lib/entry/intake/sort-entries";

/**
 * Returns the files with content, with names that can be stored. An empty file means an empty file
 * input.
 */
function namedFiles(files: readonly SentPart[], kindOf: (name: string) => NameKind): SentPart[] {
  return files
    .map((file) => ({
      ...file,
      field: storable(file.field) || UNNAMED,
      filename: cleanFilename(file.filename),
    }))
    .filter(({ field, bytes }) => bytes.byteLength > 0 && kindOf(field) === "field");
}

function invalid(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const sentence = first?.path ? `${first.path} ${first.message}.` : first?.message;
  const more = details.length > 1 ? ` (${details.length - 1} more in details)` : "";
  return new AppError("validation_failed", `${sentence}${more}`, { details });
}

/** Returns whether a visitor filled in the field, rather than the page setting it for the service. */
function isFilledIn([name, value]: FieldPairs[number]): boolean {
  return !isPageName(name) && entriesOf(value).some(hasContent);
}

/**
 * @param faults - what doesn't fit the form's fields
 * @throws {AppError} for any problem except the types of files
 */
function requireWellFormed(
  body: ParsedSubmission,
  uploadsEnabled: boolean,
  faults: readonly Fault[],
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
  const malformed = [...body.details, ...files.flatMap(({ field }) => nameProblem(field) ?? [])];
  const isReported = ({ name }: Fault) => malformed.some(({ path }) => path === name);
  const details = [...malformed, ...faultDetails(faults.filter((fault) => !isReported(fault)))];
  if (details.length > 0) throw invalid(details);
  if (files.length === 0 && !fields.some(isFilledIn))
    throw new AppError(
      "empty_submission",
      "The submission is empty. Send at least one field with a value, or a file.",
    );
  if (files.length > 0 && !uploadsEnabled)
    throw new AppError("uploads_disabled", "This form doesn't accept files.", {
      details: faultDetails(
        files.map(({ field, filename }) => ({ name: field, rule: "no_files", file: filename })),
      ),
    });
  if (files.length > maxFiles())
    throw new AppError(
      "too_many_fields",
      `A submission can have at most ${countOf(maxFiles(), "file")}, but this one has ${files.length}.`,
    );
}

/** Identifies every file, one after the other, to limit the work done at the same time. */
async function identifyFiles(
  files: readonly SentPart[],
  extensions: readonly string[],
): Promise<SentFile[]> {
  const identified: SentFile[] = [];
  const faults: SubmissionFault[] = [];
  for (const { field, filename, bytes } of files) {
    const file = await identifyFile(filename, bytes);
    if (file && extensions.includes(file.extension))
      identified.push({ field, filename: file.filename, bytes, contentType: file.contentType });
    else {
      const isKnown = file !== null;
      faults.push({ name: field, rule: "file_type", file: filename, types: extensions, isKnown });
    }
  }
  const details = faultDetails(faults);
  const [first] = details;
  if (!first) return identified;
  throw new AppError("file_type_not_allowed", `${first.path}: ${first.message}.`, { details });
}

/**
 * Interprets a body for a form. {@link requireAcceptable} decides whether the form accepts it; the types of
 * its files aren't verified here.
 */
export function parseSubmission(
  { kind, entries, files, guessedCharset }: SentEntries,
  form: Pick<OpenForm, "settings" | "fieldList">,
) {
  const kindOf = namesOf(
    form,
    entries.map(({ name }) => name),
  );
  return {
    kind,
    guessedCharset,
    ...sortEntries(entries, kindOf),
    files: namedFiles(files, kindOf),
  };
}

export type ParsedSubmission = ReturnType<typeof parseSubmission>;

/**
 * Returns the files of a submission that its form accepts.
 *
 * @param faults - what doesn't fit the form's fields
 * @param extensions - of the files that the form accepts
 * @throws {AppError} the first that applies: submission_too_large, too_many_fields, validation_failed,
 * empty_submission, uploads_disabled, file_type_not_allowed
 */
export async function requireAcceptable(
  body: ParsedSubmission,
  uploadsEnabled: boolean,
  faults: readonly Fault[] = [],
  extensions = FILE_EXTENSIONS,
): Promise<SentFile[]> {
  requireWellFormed(body, uploadsEnabled, faults);
  return identifyFiles(body.files, extensions);
}
