import { z } from "zod";
import { isLongerThan } from "#lib/core/characters";
import { Cursor, Limit } from "#lib/core/cursor";
import { Id, OneLine, openSet, Text, Timestamp, TimeZone } from "#lib/core/text";
import { MAX_COLUMNS } from "#lib/domain/imports/read-csv";
import {
  COLUMN_USES,
  DATE_FORMATS,
  ENCODINGS,
  IMPORT_LIMITS,
  IMPORT_STATUSES,
  SOURCES,
} from "#lib/domain/imports/sources";

export const ImportColumn = z
  .strictObject({
    column: Text(0, 1000).describe(
      "The column's name in the file. In JSON, the path to it: `data.email`. A repeated name has ` (2)` after it.",
    ),
    use: z
      .enum(COLUMN_USES, { error: `must be one of ${COLUMN_USES.join(", ")}` })
      .describe(
        "`field`: a value the visitor sent. `fields`: several of them, as a JSON object. `date`: when it was received. `id`: the message's ID there. `spam`: whether it's spam. `drop`: not imported.",
      ),
    name: Text(0, 1000).describe("The field's name here. Without effect for other uses."),
    isList: z
      .boolean("must be true or false")
      .describe("Whether a cell has several values, separated by `listSeparator`."),
  })
  .describe("What happens to one column of the file.");
export type ImportColumn = z.output<typeof ImportColumn>;

const source = z
  .enum(SOURCES, { error: `must be one of ${SOURCES.join(", ")}` })
  .describe("The service that the file is from.");
const encoding = z
  .enum(ENCODINGS, { error: `must be one of ${ENCODINGS.join(", ")}` })
  .describe("The file's character encoding.");
const delimiter = z
  .enum([",", ";", "\t"], { error: "must be a comma, a semicolon, or a tab" })
  .nullable()
  .describe("What separates the cells of a CSV file. Null for JSON.");
const dateFormat = z
  .enum(DATE_FORMATS, { error: `must be one of ${DATE_FORMATS.join(", ")}` })
  .describe(
    "The order of day, month, and year in the date column; `epoch` for seconds or milliseconds since 1970. Dates that begin with the year are read in any case.",
  );
const timeZone = TimeZone.describe(
  "The time zone of dates that don't name one, like `Europe/Berlin`.",
);
const listSeparator = Text(1, 5).describe("What separates the values of a list.");
const columns = z.array(ImportColumn).max(MAX_COLUMNS, "must be at most 1,000 columns");

export const ImportSettings = z
  .strictObject({
    format: z.enum(["csv", "json"]).describe("The kind of file."),
    source,
    encoding,
    delimiter,
    dateFormat,
    timeZone,
    listSeparator,
    columns: columns.describe("The columns, in the order of the file."),
  })
  .describe("How the file is read.");
export type ImportSettings = z.output<typeof ImportSettings>;

/** What a caller sets; the rest is guessed from the file. */
export const ImportSettingsInput = z
  .strictObject({
    source: source.optional(),
    encoding: encoding.optional(),
    delimiter: delimiter.optional(),
    dateFormat: dateFormat.optional(),
    timeZone: timeZone.optional(),
    listSeparator: listSeparator.optional(),
    columns: columns.optional().describe("The columns that differ from the guesses, by name."),
  })
  .describe("What to read differently than guessed. Leave out what the preview got right.");
export type ImportSettingsInput = z.output<typeof ImportSettingsInput>;

export const ImportProblem = z
  .strictObject({
    row: z.int().nonnegative().describe("The message's place in the file, starting at 1."),
    column: z.string().nullable().describe("The column, or null."),
    message: z.string().describe("What's wrong."),
    skipped: z.boolean().describe("Whether the message isn't imported because of it."),
  })
  .describe("Something that doesn't fit in one row of the file.");
export type ImportProblem = z.output<typeof ImportProblem>;

const count = z.int().nonnegative();

export const Import = z
  .strictObject({
    id: Id.describe("UUID of the import."),
    formId: Id.describe("UUID of the form that gets the messages."),
    filename: z.string().describe("As uploaded."),
    sizeBytes: count.describe("Bytes uploaded so far."),
    parts: count.describe("Parts uploaded so far: the number of the next one."),
    status: openSet(IMPORT_STATUSES).describe(
      "`uploading` until it's started, `checking` during a dry run, `ready` after it, `importing`, then `completed`, `canceled`, or `failed`. `undoing` and `undone` if someone undoes it.",
    ),
    settings: ImportSettings.nullable().describe("How the file is read. Null until it's started."),
    rows: count.describe("Messages of the file read so far."),
    totalRows: count.nullable().describe("Messages in the file. Null before the first dry run."),
    imported: count.describe(
      "Messages imported, spam included; in a dry run, those that would be.",
    ),
    spam: count.describe("Of them, those in the spam folder."),
    duplicates: count.describe("Messages left out because they're already here."),
    expired: count.describe(
      "Messages left out because they're older than the form keeps messages.",
    ),
    skipped: count.describe("Messages left out because of a problem."),
    undone: count.describe("Messages that undoing the import has deleted."),
    kept: count.describe(
      "Messages that undoing the import has kept, because someone changed them.",
    ),
    problemCount: count.describe("Number of problems, including those that aren't listed."),
    problems: z.array(ImportProblem).describe("The first 200 problems."),
    failure: z
      .string()
      .nullable()
      .describe(
        "Why the import failed, or why its dry run couldn't read the whole file. Null otherwise.",
      ),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable().describe("In Unix epoch milliseconds. Null before that."),
    endedAt: Timestamp.nullable().describe("In Unix epoch milliseconds. Null before that."),
    undoUntil: Timestamp.nullable().describe(
      "Until when it can be undone, in Unix epoch milliseconds. Null if it can't.",
    ),
  })
  .describe("An import of messages from a file.");
export type Import = z.output<typeof Import>;

const fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export const ImportPreview = z
  .strictObject({
    settings: ImportSettings,
    samples: z
      .array(
        z.strictObject({
          column: z.string().describe("The column's name."),
          values: z.array(z.string()).describe("Its first values that aren't blank."),
        }),
      )
      .describe("The first values of each column, at most 3."),
    dates: z
      .array(
        z.strictObject({
          text: z.string().describe("As in the file."),
          at: Timestamp.nullable().describe("As it's read. Null if it isn't a date."),
        }),
      )
      .describe("The first three dates."),
    isDateAmbiguous: z
      .boolean()
      .describe(
        "Whether day and month could be the other way round. Then `dateFormat` has to be set.",
      ),
    hasTimeZones: z.boolean().describe("Whether the dates name their own zone or offset."),
    rows: z
      .array(
        z.strictObject({
          row: count.describe("The message's place in the file, starting at 1."),
          receivedAt: Timestamp.nullable().describe(
            "In Unix epoch milliseconds. Null if its date can't be read.",
          ),
          folder: openSet(["archive", "spam"]).describe("Where it goes."),
          name: z.string().nullable().describe("The sender's name, or null."),
          email: z.string().nullable().describe("The sender's address, or null."),
          fields: fields.describe("The values as they'd be stored."),
          problems: z.array(ImportProblem).describe("What doesn't fit in it."),
        }),
      )
      .describe("The first 20 messages as they'd be imported."),
    retentionDays: z
      .int()
      .positive()
      .nullable()
      .describe("Days the form keeps messages. Older ones aren't imported. Null: all are kept."),
  })
  .describe("How a file would be read.");
export type ImportPreview = z.output<typeof ImportPreview>;

export const CreateImportInput = z.strictObject({
  formId: Id.describe("UUID of the form that gets the messages."),
  filename: OneLine(1, 255).describe("The file's name, 1–255 characters on one line."),
});
export type CreateImportInput = z.output<typeof CreateImportInput>;

const MAX_BASE64 = (IMPORT_LIMITS.partBytes / 3) * 4;

export const AddImportPartInput = z.strictObject({
  number: z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .describe("The part's place in the file, starting at 0. Send parts one after the other."),
  data: z
    .string("must be a string")
    .refine((text) => !isLongerThan(text, MAX_BASE64), "must be at most 3 MiB before base64")
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "must be base64")
    .describe("At most 3 MiB of the file's bytes, as base64."),
});
export type AddImportPartInput = z.output<typeof AddImportPartInput>;

export const PreviewImportInput = z.strictObject({
  settings: ImportSettingsInput.optional(),
});
export type PreviewImportInput = z.output<typeof PreviewImportInput>;

export const StartImportInput = z.strictObject({
  settings: ImportSettingsInput.optional(),
  dryRun: z
    .boolean("must be true or false")
    .default(false)
    .describe("Set to `true` to read the whole file and store nothing."),
});
export type StartImportInput = z.output<typeof StartImportInput>;

export const ListImportsQuery = z.object({
  formId: Id.optional().describe("Only imports into this form."),
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
});
export type ListImportsQuery = z.output<typeof ListImportsQuery>;
