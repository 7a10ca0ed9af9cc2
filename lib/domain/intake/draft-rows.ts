import type { SubmissionDraft } from "#lib/domain/intake/draft-submission";

/** The columns of a submission in the statement, in order. */
const COLUMNS = {
  ord: "int",
  id: "uuid",
  workspace_id: "uuid",
  form_id: "uuid",
  version: "int",
  folder: "text",
  fields: "json",
  name: "text",
  email: "text",
  preview: "text",
  search_text: "text",
  text_bytes: "int",
  unused_fields: "text[]",
  guessed_charset: "text",
  is_text_form: "boolean",
  invalid_fields: "jsonb",
  context: "jsonb",
  spam_reason: "text",
  spam_match: "text",
  judgment: "jsonb",
  spam_points: "int",
  is_suspected: "boolean",
  hold_ms: "int",
  retention_days: "int",
  file_days: "int",
  plan: "jsonb",
  reply_status: "text",
  reply_reason: "text",
  reply_address: "text",
  reply_mailbox: "text",
  reply_limit: "int",
  key: "text",
  content_hash: "text",
  key_lifetime_ms: "int",
  emails: "json",
  files: "json",
  events: "json",
} as const satisfies Record<"ord" | keyof SubmissionDraft, string>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/**
 * The submissions `s`, from the third parameter on. A single one is passed as parameters, which PostgreSQL reads faster
 * than JSON.
 */
export const ONE_DRAFT = `(VALUES (${NAMES.map((name, index) => `$${index + 3}::${COLUMNS[name]}`).join(", ")}))
    AS s(${NAMES.join(", ")})`;
export const MANY_DRAFTS = `json_to_recordset($3::json) AS s(${NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(", ")})`;

export function rowValues(drafts: readonly SubmissionDraft[]): unknown[] {
  const rows = drafts.map((draft, ord) => ({ ord, ...draft }));
  const [only] = rows;
  if (!only || rows.length > 1) return [JSON.stringify(rows)];
  return NAMES.map((name) =>
    COLUMNS[name].startsWith("json") && only[name] !== null
      ? JSON.stringify(only[name])
      : only[name],
  );
}
