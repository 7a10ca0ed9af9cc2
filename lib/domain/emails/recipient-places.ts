import { type Db, db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { MAX_RECIPIENTS, RESEND_AFTER_SECONDS } from "#lib/domain/recipients/schema";
import { toRecipient } from "#lib/domain/recipients/store";

/** The maximum number of places of a kind that are listed. A workspace may have any number of forms. */
export const MAX_LISTED = 5;

type PlaceKind = "form" | "rule" | "reply";

/** A form, one of its rules, or its auto-reply. */
export type RecipientPlace = {
  form: { id: string; name: string };
  rule: { id: string; name: string } | null;
  isOn: boolean;
};

/**
 * The places of a kind: the first {@link MAX_LISTED} by the form's name, and how many there are in
 * total.
 */
export type PlaceGroup = { kind: PlaceKind; places: RecipientPlace[]; total: number };

export type RecipientPlaces = {
  /** Places that a removal simply takes the recipient out of. */
  removedFrom: PlaceGroup[];
  /**
   * Places that would become invalid without the recipient: rules that notify no one else, and auto-replies
   * that are on.
   */
  changeFirst: PlaceGroup[];
};

type Row = {
  recipientId: string;
  kind: PlaceKind;
  formId: string;
  formName: string;
  rule: RecipientPlace["rule"];
  isOn: boolean;
  isNeeded: boolean;
  total: number;
};

/** Reads the places that use recipients, by the recipients' IDs. Unused recipients are left out. */
export async function readPlaces(
  tx: Db,
  ctx: Context,
  recipientIds: readonly string[],
): Promise<Map<string, RecipientPlaces>> {
  const places = new Map<string, RecipientPlaces>();
  for (const row of await readRows(tx, ctx, recipientIds)) {
    const known = places.get(row.recipientId) ?? { removedFrom: [], changeFirst: [] };
    addPlace(row.isNeeded ? known.changeFirst : known.removedFrom, row);
    places.set(row.recipientId, known);
  }
  return places;
}

function addPlace(groups: PlaceGroup[], row: Row): void {
  const { kind, formId, formName, rule, isOn, total } = row;
  const place = { form: { id: formId, name: formName }, rule, isOn };
  const group = groups.find((one) => one.kind === kind);
  if (group) group.places.push(place);
  else groups.push({ kind, places: [place], total });
}

/** Reads at most {@link MAX_LISTED} rows per recipient, kind, and need. */
function readRows(tx: Db, { workspaceId }: Context, recipientIds: readonly string[]) {
  return tx.$queryRaw<Row[]>`
    WITH used AS (
      SELECT recipient_id, 'form' AS kind, form_id, NULL::json AS rule, 0 AS place, TRUE AS is_on,
        FALSE AS is_needed
      FROM form_recipients
      WHERE workspace_id = ${workspaceId}::uuid AND recipient_id = ANY(${[...recipientIds]}::uuid[])
      UNION ALL
      SELECT n.id::uuid, 'rule', g.form_id, 
        json_build_object('id', r.rule ->> 'id', 'name', r.rule ->> 'name'), r.place, g.enabled, NOT EXISTS (
        SELECT FROM recipients o
        WHERE o.workspace_id = g.workspace_id AND o.id <> n.id::uuid
          AND jsonb_exists(r.rule -> 'recipientIds', o.id::text)
      )
      FROM routings g
      CROSS JOIN jsonb_array_elements(g.rules) WITH ORDINALITY AS r(rule, place)
      CROSS JOIN jsonb_array_elements_text(r.rule -> 'recipientIds') AS n(id)
      WHERE g.workspace_id = ${workspaceId}::uuid AND n.id = ANY(${[...recipientIds]}::text[])
      UNION ALL
      SELECT reply_recipient_id, 'reply', form_id, NULL, 0, enabled, enabled
      FROM autoresponders
      WHERE workspace_id = ${workspaceId}::uuid
        AND reply_recipient_id = ANY(${[...recipientIds]}::uuid[])
    ), numbered AS (
      SELECT u.*, f.name, count(*) OVER (PARTITION BY u.recipient_id, u.is_needed, u.kind) AS total,
        row_number() OVER (
          PARTITION BY u.recipient_id, u.is_needed, u.kind ORDER BY f.name, f.id, u.place
        ) AS nth
      FROM used u
      -- By its key, whatever the planner thinks of the size of a workspace.
      CROSS JOIN LATERAL (
        SELECT id, name FROM forms
        WHERE workspace_id = ${workspaceId}::uuid AND id = u.form_id AND deleted_at IS NULL LIMIT 1
      ) f
    )
    SELECT recipient_id AS "recipientId", kind, form_id AS "formId", name AS "formName", rule,
      is_on AS "isOn", is_needed AS "isNeeded", total::int
    FROM numbered WHERE nth <= ${MAX_LISTED}
    ORDER BY array_position(ARRAY['form', 'rule', 'reply'], kind), nth`;
}

export type RecipientUse = Awaited<ReturnType<typeof listRecipientUses>>[number];

/** Lists all recipients with the places that use them, oldest first. */
export async function listRecipientUses(ctx: Context) {
  const rows = await db().recipient.findMany({
    where: { workspaceId: ctx.workspaceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_RECIPIENTS,
  });
  const places = await readPlaces(db(), ctx, idsOf(rows));
  return rows.map((row) => ({
    ...toRecipient(row),
    ...(places.get(row.id) ?? { removedFrom: [], changeFirst: [] }),
    /** When the verification email can be sent again; null if there's nothing to confirm. */
    resendAvailableAt:
      row.verifiedAt && row.blockedReason === null
        ? null
        : (row.verificationSentAt?.getTime() ?? 0) + RESEND_AFTER_SECONDS * 1000,
  }));
}
