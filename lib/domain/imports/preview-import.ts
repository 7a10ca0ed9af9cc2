import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, rejectInvalid } from "#lib/core/errors";
import { toFieldObject } from "#lib/core/fields/fields";
import { findSender } from "#lib/core/fields/sender";
import { readFields } from "#lib/domain/forms/fields/form-fields";
import { requireForm, toForm } from "#lib/domain/forms/store";
import { type Guesses, guessLayout, guessSettings } from "#lib/domain/imports/guess-settings";
import { readImportFile } from "#lib/domain/imports/import-file";
import { type CountedRow, importConflict, requireImport } from "#lib/domain/imports/imports";
import { recordMapper } from "#lib/domain/imports/map-record";
import { ImportFault } from "#lib/domain/imports/read-csv";
import { dateReader } from "#lib/domain/imports/read-date";
import { type RawRecord, readRecords } from "#lib/domain/imports/read-records";
import type {
  ImportPreview,
  ImportSettingsInput,
  PreviewImportInput,
} from "#lib/domain/imports/schema";

/** The number of bytes from which the layout of a file is guessed. */
const SAMPLE_BYTES = 256 * 1024;
/** The largest sample, because one message may be larger than the usual one. */
const MAX_SAMPLE_BYTES = 9 * 1024 * 1024;
const MAX_SAMPLE_RECORDS = 500;
const SHOWN_ROWS = 20;
const SHOWN_VALUES = 3;
const MAX_SHOWN_CHARACTERS = 200;

/** The error for a file that can't be read. */
function unreadable(fault: ImportFault): AppError {
  return new AppError("import_unreadable", fault.message, { cause: fault });
}

async function readBeginning(row: CountedRow, wanted: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readImportFile(row)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= wanted) break;
  }
  return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Infers the import settings from the file. Explicit settings take precedence.
 *
 * @throws {AppError} import_conflict without a file; import_unreadable; validation_failed if two columns have
 * the same kind
 */
export async function guessImport(
  ctx: Context,
  row: CountedRow,
  given: ImportSettingsInput,
): Promise<Guesses & { records: RawRecord[] }> {
  if (row._count.parts === 0) throw importConflict("Upload the file's parts first.");
  requireSingleUses(given);
  const { fields } = await readFields(db(), ctx, row.formId);
  try {
    for (const wanted of [SAMPLE_BYTES, MAX_SAMPLE_BYTES]) {
      const bytes = await readBeginning(row, wanted);
      const isWhole = bytes.byteLength >= Number(row.sizeBytes);
      const layout = guessLayout(bytes, row.filename, given);
      const read = await Array.fromAsync(readRecords(once(bytes), layout, isWhole));
      const records = read.flat().slice(0, MAX_SAMPLE_RECORDS);
      if (records.length > 0) return { ...guessSettings(layout, records, fields, given), records };
    }
  } catch (fault) {
    throw fault instanceof ImportFault ? unreadable(fault) : fault;
  }
  throw unreadable(new ImportFault("There are no messages in this file."));
}

/** @throws {AppError} validation_failed */
function requireSingleUses({ columns = [] }: ImportSettingsInput): void {
  const faults = (["date", "id", "spam"] as const).flatMap((use) => {
    const at = columns.map((column, index) => (column.use === use ? index : -1));
    return at
      .filter((index) => index >= 0)
      .slice(1)
      .map((index) => ({
        path: `settings.columns.${index}.use`,
        message: `must not be ${use} in two columns`,
      }));
  });
  rejectInvalid(faults);
}

/**
 * Shows how an import's file would be read with these settings, by its first messages. Stores
 * nothing.
 *
 * @throws {AppError} not_found; and what {@link guessImport} throws
 */
export async function previewImport(
  ctx: Context,
  importId: string,
  { settings: given = {} }: PreviewImportInput,
): Promise<ImportPreview> {
  const row = await requireImport(db(), ctx, importId);
  const { settings: formSettings } = toForm(await requireForm(db(), ctx, row.formId));
  const { fields: known } = await readFields(db(), ctx, row.formId);
  const { settings, samples, dates, records, ...found } = await guessImport(ctx, row, given);
  const map = recordMapper(settings, { fallback: ctx.now, now: ctx.now });
  const read = dateReader(settings.dateFormat, settings.timeZone);
  const short = (text: string) =>
    text.replaceAll("\u0000", "").toWellFormed().slice(0, MAX_SHOWN_CHARACTERS);
  return {
    settings,
    samples: settings.columns.map(({ column }) => ({
      column,
      values: (samples.get(column) ?? []).slice(0, SHOWN_VALUES).map(short),
    })),
    dates: dates.slice(0, SHOWN_VALUES).map((text) => ({ text: short(text), at: read(text) })),
    isDateAmbiguous: found.isDateAmbiguous,
    hasTimeZones: found.hasTimeZones,
    rows: records.slice(0, SHOWN_ROWS).map((record) => {
      const { row: number, receivedAt, isSpam, fields, problems } = map(record);
      const { name, email } = findSender(fields, known);
      return {
        row: number,
        receivedAt: receivedAt?.getTime() ?? null,
        folder: isSpam ? ("spam" as const) : ("archive" as const),
        name,
        email,
        fields: toFieldObject(fields),
        problems,
      };
    }),
    retentionDays: formSettings.messageRetentionDays,
  };
}
