import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { MessageContext } from "#lib/core/fields/context-schema";
import { FieldPairs } from "#lib/core/fields/fields";
import { contextFields } from "#lib/core/fields/message-context";
import { withSender } from "#lib/core/fields/sender";
import { loadDraftPlanner } from "#lib/domain/emails/plan-notification";
import { NotificationPlan } from "#lib/domain/emails/schema";
import type { Conditions } from "#lib/domain/endpoints/destination-schema";
import { meetsConditions } from "#lib/domain/forms/routing/rules";
import type { ReplayRoutingInput } from "#lib/domain/forms/routing/schema";
import { SELECT_SENDER, type SenderRow, toSender } from "#lib/domain/forms/spam/sender-sql";
import { requireForm } from "#lib/domain/forms/store";

/** How many of the latest submissions a draft is tested on. */
const MAX_REPLAYED = 50;

/** A message with the plan that applied, `was`, and the plan under the draft. */
export type ReplayedMessage = Awaited<ReturnType<typeof replayRouting>>[number];

export type ConditionsPreview = Awaited<ReturnType<typeof previewConditions>>;

/**
 * Counts which of the form's last 50 submissions outside spam meet a destination's conditions.
 *
 * @throws {AppError} not_found
 */
export async function previewConditions(ctx: Context, formId: string, conditions: Conditions) {
  await requireForm(db(), ctx, formId);
  const fields = conditions.rules.map(({ field }) => field);
  const rows = await readLatest(ctx, formId, fields);
  const meets = (row: Row) => meetsConditions(conditions, testedFields(row));
  return { matching: rows.filter(meets).length, total: rows.length };
}

type Row = SenderRow & {
  id: string;
  received_at: Date;
  preview: string;
  plan: unknown;
  tested: unknown;
  context: unknown;
};

/**
 * Tests a draft of the routing rules on the form's last 50 submissions outside spam, newest first: who
 * would have been notified, and who was. Uses the function that plans accepted submissions, with the
 * form's current recipients. Saves and sends nothing.
 *
 * @throws {AppError} not_found; validation_failed when a rule tests the honeypot; recipient_not_verified
 */
export async function replayRouting(ctx: Context, formId: string, { config }: ReplayRoutingInput) {
  const planFor = await loadDraftPlanner(ctx, formId, config);
  const fields = [...new Set(config.rules.map(({ field }) => field))];
  const rows = await readLatest(ctx, formId, fields);
  return rows.map((row) => {
    // With the reason `spam`, the submission arrived as spam and was moved out later.
    const was = NotificationPlan.parse(row.plan);
    const would = planFor(testedFields(row));
    return {
      submissionId: row.id,
      receivedAt: row.received_at.getTime(),
      sender: toSender(row),
      preview: row.preview,
      was,
      would,
      isDifferent: !isSameAudience(was, would),
    };
  });
}

function testedFields(row: Row): FieldPairs {
  const context = MessageContext.nullable().parse(row.context);
  return [...withSender(FieldPairs.parse(row.tested), toSender(row)), ...contextFields(context)];
}

function isSameAudience(a: NotificationPlan, b: NotificationPlan): boolean {
  const idsOf = ({ recipients }: NotificationPlan) => recipients.map(({ id }) => id).toSorted();
  return idsOf(a).join() === idsOf(b).join();
}

/** Reads only the fields that the rules test, because a submission may have 4 MiB. */
function readLatest(ctx: Context, formId: string, fields: readonly string[]): Promise<Row[]> {
  return db().$queryRaw<Row[]>`
    SELECT s.id, s.received_at, ${SELECT_SENDER}, s.preview, s.plan, s.context, coalesce((
      SELECT json_agg(pair) FROM json_array_elements(s.fields) AS pair
      WHERE pair ->> 0 = ANY (${[...fields]}::text[])
    ), '[]') AS tested
    FROM unnest(ARRAY['inbox', 'archive']) AS folders(name)
    CROSS JOIN LATERAL (
      SELECT * FROM submissions
      WHERE form_id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid
        AND folder = folders.name AND (expires_at IS NULL OR expires_at > ${ctx.now})
      ORDER BY received_at DESC, id DESC LIMIT ${MAX_REPLAYED}
    ) s
    ORDER BY s.received_at DESC, s.id DESC LIMIT ${MAX_REPLAYED}`;
}
