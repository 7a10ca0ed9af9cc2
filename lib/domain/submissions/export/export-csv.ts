import { db, pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import { entriesOf } from "#lib/core/characters";
import type { Context } from "#lib/core/context";
import { isoWriter } from "#lib/core/dates";
import { MessageContext } from "#lib/core/fields/context-schema";
import { FieldPairs, toFieldObject } from "#lib/core/fields/fields";
import { CONTEXT_FIELDS, contextFields } from "#lib/core/fields/message-context";
import { BYTE_ORDER_MARK, toCsvRow } from "#lib/core/quote";
import { mapInTurns, readAlone } from "#lib/core/streams";
import { type Person, personSql } from "#lib/domain/access/people";
import { findUses } from "#lib/domain/submissions/export/find-uses";
import { byIdsSql } from "#lib/domain/submissions/inbox/filter-sql";

/** The maximum number of submissions in memory at a time; one may contain 256 KiB of text. */
const ROWS_PER_CHUNK = 20;
/** The maximum number of columns for fields. One more column has the other fields, as JSON. */
const MAX_FIELD_COLUMNS = 200;
/** The maximum number of characters of the fields in an export's URL, so that it stays far below 8 KB. */
const MAX_ADDRESS_CHARACTERS = 4_000;

type Row = {
  id: string;
  received_at: Date;
  form_name: string;
  folder: string;
  name: string | null;
  email: string | null;
  /** {@link FieldPairs} as JSON: parsing all of a batch at once would take too long. */
  fields: string;
  answered_at: Date | null;
  answered_by: Person | null;
  assignee: Person | null;
  notes: readonly { by: string; text: string }[] | null;
  /** The page that the message was sent from, as stored. */
  context: unknown;
};

function fieldsOf(row: Row): FieldPairs {
  return FieldPairs.parse(JSON.parse(row.fields));
}

const COLUMNS: Columns<Row> = {
  id: "uuid",
  received_at: "timestamptz",
  form_name: "text",
  folder: "text",
  name: "text",
  email: "text",
  fields: "text",
  answered_at: "timestamptz",
  answered_by: "json",
  assignee: "json",
  notes: "json",
  context: "jsonb",
};

/** The header row, and the cells of a submission. */
export type CsvColumns = { header: string; toCells: (row: Row) => string[] };

const HEAD = ["id", "received_at", "form", "folder"];

type WriteTime = (at: Date) => string;

function toHead(row: Row, writeTime: WriteTime): string[] {
  return [row.id, writeTime(row.received_at), row.form_name, row.folder];
}

/** Columns with people's work on a submission, after its fields. An import drops these columns. */
const WORK_COLUMNS = ["answered_at", "answered_by", "assigned_to", "internal_notes"];

function toWork(row: Row, writeTime: WriteTime): string[] {
  const { answered_at, answered_by, assignee, notes } = row;
  const written = (notes ?? []).map(({ by, text }) => `${by}: ${text}`);
  const people = [answered_by?.name ?? "", assignee?.name ?? ""];
  return [answered_at ? writeTime(answered_at) : "", ...people, written.join("\n")];
}

/** The API's columns, with times in UTC. */
export const JSON_COLUMNS: CsvColumns = {
  header: `${[...HEAD, "name", "email", "fields_json"].join(",")}\r\n`,
  toCells: (row) => [
    ...toHead(row, (at) => at.toISOString()),
    row.name ?? "",
    row.email ?? "",
    JSON.stringify(toFieldObject(fieldsOf(row))),
  ],
};

type UsedName = { name: string; message: number; position: number };

/**
 * Returns a column for each field name of these submissions, in the order in which they first appear, titled by its
 * label, and columns about the pages they were sent from, if one of them has that. With more than 200 names, the most
 * frequent ones have columns.
 *
 * @param layout.fields - those that have columns instead: the same in every file of an export, with one more for all others
 * @param layout.timeZone - of the times, which have their offset; UTC without one
 */
export async function fieldColumns(
  ctx: Context,
  ids: readonly string[],
  { fields, timeZone }: { fields?: readonly string[] | undefined; timeZone?: string | undefined },
): Promise<CsvColumns> {
  const labels = await findLabels(ctx, ids);
  const writeTime = isoWriter(timeZone);
  const all = { hasOthers: true, hasContext: true, hasWork: true };
  if (fields) return columnsOf(fields, labels, all, writeTime);
  const used = await usedNames(ctx, ids);
  const names = inOrder(used.slice(0, MAX_FIELD_COLUMNS));
  const hasOthers = used.length > MAX_FIELD_COLUMNS;
  return columnsOf(names, labels, { hasOthers, ...(await findUses(ctx, ids)) }, writeTime);
}

/**
 * Plans the fields of a larger export: those that {@link fieldColumns} would use, as long as they fit into the
 * URL of a file.
 *
 * @param ids - submissions that stand for all of the export
 */
export async function planFields(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const fitting: UsedName[] = [];
  let room = MAX_ADDRESS_CHARACTERS;
  for (const used of await usedNames(ctx, ids)) {
    const { length } = encodeURIComponent(JSON.stringify([used.name]));
    if (length > room || fitting.length === MAX_FIELD_COLUMNS) continue;
    room -= length;
    fitting.push(used);
  }
  return inOrder(fitting);
}

/** Returns the names in use, the most frequent first, and one more than can have columns. */
function usedNames(ctx: Context, ids: readonly string[]): Promise<UsedName[]> {
  return db().$queryRaw<UsedName[]>`
    SELECT name, first[1]::int AS message, first[2]::int AS position FROM (
      SELECT pair->>0 AS name, count(*) AS uses, min(ARRAY[k.n, p.position]) AS first
      FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS k(id, n)
        CROSS JOIN LATERAL (
          SELECT fields FROM submissions
          WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = k.id OFFSET 0
        ) s
        CROSS JOIN LATERAL json_array_elements(s.fields) WITH ORDINALITY AS p(pair, position)
      GROUP BY name
    ) names ORDER BY uses DESC, first LIMIT ${MAX_FIELD_COLUMNS + 1}`;
}

function inOrder(used: readonly UsedName[]): string[] {
  return used
    .toSorted((a, b) => a.message - b.message || a.position - b.position)
    .map(({ name }) => name);
}

/** Titles such as `utm source`, from `$utm.source`. */
const CONTEXT_TITLES = CONTEXT_FIELDS.map((name) => name.slice(1).replace(".", " "));

function contextCells({ context }: Row): string[] {
  const values = new Map(contextFields(MessageContext.nullable().parse(context)));
  return CONTEXT_FIELDS.map((name) => values.get(name) ?? "");
}

type Labels = ReadonlyMap<string, string>;

/** Returns fields' labels by name, from these submissions' forms. There's none if forms disagree. */
async function findLabels(ctx: Context, ids: readonly string[]): Promise<Labels> {
  const rows = await db().$queryRaw<{ name: string; label: string }[]>`
    SELECT field ->> 'name' AS name, min(field ->> 'label') AS label
    FROM form_fields l CROSS JOIN LATERAL jsonb_array_elements(l.fields) AS field
    WHERE l.workspace_id = ${ctx.workspaceId}::uuid AND l.form_id IN (
      SELECT s.form_id FROM submissions s
      WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.id = ANY(${[...ids]}::uuid[]))
    GROUP BY 1 HAVING count(DISTINCT field ->> 'label') = 1`;
  return new Map(rows.map(({ name, label }) => [name, label]));
}

type MoreColumns = { hasOthers: boolean; hasContext: boolean; hasWork: boolean };

function columnsOf(
  names: readonly string[],
  labels: Labels,
  { hasOthers, hasContext, hasWork }: MoreColumns,
  writeTime: WriteTime,
): CsvColumns {
  const known = new Set(names);
  const titles = names.map((name) => labels.get(name) ?? name);
  const others = hasOthers ? ["other fields"] : [];
  // The names of our own columns don't change; fields with the same names get others.
  const context = hasContext ? CONTEXT_TITLES : [];
  const work = hasWork ? WORK_COLUMNS : [];
  const unique = withoutRepeats([...HEAD, ...work, ...titles, ...others, ...context]);
  const ofFields = unique.slice(HEAD.length + work.length);
  return {
    header: toCsvRow([...HEAD, ...ofFields, ...work]),
    toCells: (row) => {
      const fields = fieldsOf(row);
      const values = new Map(fields);
      const others = fields.filter(([name]) => !known.has(name));
      return [
        ...toHead(row, writeTime),
        ...names.map((name) => entriesOf(values.get(name) ?? "").join(", ")),
        ...(hasOthers ? [others.length > 0 ? JSON.stringify(toFieldObject(others)) : ""] : []),
        ...(hasContext ? contextCells(row) : []),
        ...(hasWork ? toWork(row, writeTime) : []),
      ];
    },
  };
}

/** Renames repeated columns, because a field can be named like one of our columns. */
function withoutRepeats(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((name) => {
    let unique = name;
    while (taken.has(unique)) unique += " (field)";
    taken.add(unique);
    return unique;
  });
}

/** Writes these submissions as CSV, in small batches and in the order of the list. */
export async function* writeCsv(
  ctx: Context,
  ids: readonly string[],
  { header, toCells }: CsvColumns,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${header}`;
  for (let start = 0; start < ids.length; start += ROWS_PER_CHUNK) {
    const batch = ids.slice(start, start + ROWS_PER_CHUNK);
    const rows = await readAlone(() => readRows(ctx, batch));
    yield (await mapInTurns(rows, (row) => toCsvRow(toCells(row)))).join("");
  }
}

function readRows(ctx: Context, ids: readonly string[]): Promise<Row[]> {
  return queryRows<Row>(pool(), COLUMNS)`
    SELECT s.id, s.received_at, f.name AS form_name, s.folder, s.name, s.email, s.fields::text,
      s.answered_at, ${personSql(Prisma.sql`s.answered_by`)} AS answered_by,
      ${personSql(Prisma.sql`s.assignee_id`)} AS assignee, (
        SELECT json_agg(json_build_object('by', coalesce(n.token_name, u.name, u.email, ''), 'text', n.text)
          ORDER BY n.created_at, n.id)
        FROM notes n LEFT JOIN users u ON u.id = n.author_id
        WHERE n.workspace_id = s.workspace_id AND n.submission_id = s.id) AS notes, s.context
    FROM ${byIdsSql(ctx, ids)}
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE f.deleted_at IS NULL
    ORDER BY s.received_at DESC, s.id DESC`;
}
