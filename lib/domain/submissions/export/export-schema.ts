import { z } from "zod";
import { Cursor } from "#lib/core/cursor";
import { InboxFilter, MessageIds } from "#lib/domain/submissions/inbox/inbox-schema";

/** Part of an export, from its newest to its oldest message, both included. */
export type ExportSlice = {
  newest: string;
  oldest: string;
  /** How many messages matched when the export was planned. */
  count: number;
};

/** `fields`: a column for each field name. `json`: the API's columns, with all fields in one. */
export const ExportColumns = z.enum(["fields", "json"], { error: "must be fields or json" });
export type ExportColumns = z.output<typeof ExportColumns>;

/** The fields that have columns in every file of an export. */
const ExportFields = z
  .array(z.string(), { error: "must be a list of field names" })
  .max(200, "must have at most 200 names");

function parseList(text: string, issues: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    issues.addIssue({ code: "custom", message: "must be a JSON list of field names" });
    return z.NEVER;
  }
}

export const ExportQuery = InboxFilter.extend({
  newest: Cursor.optional(),
  oldest: Cursor.optional(),
  columns: ExportColumns.optional(),
  fields: z.string().transform(parseList).pipe(ExportFields).optional(),
});
export type ExportQuery = z.output<typeof ExportQuery>;

export const ExportSelectedInput = z.strictObject({
  ids: MessageIds,
  timeZone: InboxFilter.shape.timeZone,
  columns: ExportColumns.optional(),
  fields: ExportFields.optional(),
});
export type ExportSelectedInput = z.output<typeof ExportSelectedInput>;
