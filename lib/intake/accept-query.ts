import { monthOf } from "#lib/core/moment";
import { singleton } from "#lib/core/singleton";
import { type AcceptedParts, acceptStatement } from "#lib/intake/accept-sql";
import type { SubmissionDraft } from "#lib/intake/draft-submission";
import { PLAN_ALLOWANCES } from "#lib/usage/schema";

/** The columns of a submission in the statement, in order. */
const COLUMNS = {
  ord: "int",
  id: "uuid",
  workspace_id: "uuid",
  form_id: "uuid",
  version: "int",
  folder: "text",
  received_at: "timestamptz",
  fields: "json",
  name: "text",
  email: "text",
  preview: "text",
  search_text: "text",
  text_bytes: "int",
  unused_fields: "text[]",
  spam_reason: "text",
  spam_match: "text",
  expires_at: "timestamptz",
  plan: "jsonb",
  reply_status: "text",
  reply_reason: "text",
  reply_address: "text",
  key: "text",
  content_hash: "text",
  key_expires_at: "timestamptz",
  emails: "json",
  files: "json",
  events: "json",
} as const satisfies Record<"ord" | keyof SubmissionDraft, string>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Up to this many submissions are passed as rows of parameters, which PostgreSQL reads faster than JSON. */
const MAX_ROWS = 4;
const FIRST_ROW_PARAMETER = 5;

/** The submissions `s`: rows of parameters for a few, one JSON document for many. */
function source(count: number): string {
  if (count > MAX_ROWS) {
    const columns = NAMES.map((name) => `${name} ${COLUMNS[name]}`);
    return `json_to_recordset($${FIRST_ROW_PARAMETER}::json) AS s(${columns.join(", ")})`;
  }
  const rows = Array.from({ length: count }, (_, row) => {
    const first = FIRST_ROW_PARAMETER + row * NAMES.length;
    return `(${NAMES.map((name, index) => `$${first + index}::${COLUMNS[name]}`).join(", ")})`;
  });
  return `(VALUES ${rows.join(", ")}) AS s(${NAMES.join(", ")})`;
}

/** The values of {@link source}. */
function sourceValues(drafts: readonly SubmissionDraft[]): unknown[] {
  const numbered = drafts.map((draft, ord) => ({ ord, ...draft }));
  if (drafts.length > MAX_ROWS) return [JSON.stringify(numbered)];
  return numbered.flatMap((draft) =>
    NAMES.map((name) =>
      COLUMNS[name].startsWith("json") ? JSON.stringify(draft[name]) : draft[name],
    ),
  );
}

function partsOf(drafts: readonly SubmissionDraft[]): AcceptedParts {
  return {
    spam: drafts.some(({ spam_reason }) => spam_reason !== null),
    keys: drafts.some(({ key }) => key !== null),
    replies: drafts.some(({ reply_address }) => reply_address !== null),
    emails: drafts.some(({ emails }) => emails.length > 0),
    events: drafts.some(({ events }) => events.length > 0),
    files: drafts.some(({ files }) => files.length > 0),
  };
}

/**
 * The accepting statement for these submissions, with its values. Each combination of parts and number
 * of rows has its own text, prepared once per connection.
 *
 * @param margin - how far to stay from the allowance
 */
export function acceptQuery(
  drafts: readonly [SubmissionDraft, ...SubmissionDraft[]],
  margin: number,
) {
  const statements = singleton("accept-statements", () => new Map<string, string>());
  const parts = partsOf(drafts);
  const count = Math.min(drafts.length, MAX_ROWS + 1);
  const name = `${count} ${Object.values(parts).map(Number).join("")}`;
  const text = statements.get(name) ?? acceptStatement(parts, source(count), count === 1);
  statements.set(name, text);
  const month = monthOf(new Date(drafts[0].received_at));
  const head = [JSON.stringify(PLAN_ALLOWANCES), month.firstDay, month.nextFirstDay, margin];
  return { text, values: [...head, ...sourceValues(drafts)] };
}
