import { byId, type Db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { personSql } from "#lib/domain/access/people";
import { dueNow } from "#lib/domain/deliveries/queue";
import type {
  SubmissionNotedEvent,
  SubmissionUpdatedEvent,
} from "#lib/domain/endpoints/event-schema";
import { eventOf, makeEvent, type SubmissionOfEvent } from "#lib/domain/endpoints/events";
import { planWebhookEvent } from "#lib/domain/endpoints/plan-events";
import { toEndpoint, type WebhookRow } from "#lib/domain/endpoints/store";

const SUSPENDED = { status: "failed", failureReason: "endpoint_suspended" };

/**
 * Creates the deliveries of a stored submission's event, one for each endpoint that gets it. They're due
 * at `due`.
 *
 * @param endpoints - the form's webhook and destinations
 */
export function newEvents(
  ctx: Context,
  endpoints: readonly WebhookRow[],
  submission: SubmissionOfEvent,
  due: Awaited<ReturnType<typeof dueNow>>,
) {
  return endpoints.flatMap((endpoint) => {
    const event = planWebhookEvent(toEndpoint(endpoint), submission);
    if (!event) return [];
    const { isSuspended, ...planned } = event;
    return [
      {
        ...eventOf(ctx, endpoint),
        ...planned,
        ...(isSuspended ? SUSPENDED : due),
        kind: "submission.created",
        submissionId: submission.id,
      },
    ];
  });
}

/**
 * Queues a cancelled event again, with the same ID, bytes, and number of attempts; for a suspended endpoint it's stored
 * as failed. Call it while the endpoint's row is locked.
 */
export async function resumeEvent(
  tx: Db,
  ctx: Context,
  endpoint: WebhookRow,
  deliveryId: string,
): Promise<void> {
  const due = { ...(await dueNow(tx, ctx)), failureReason: null, seriesTrigger: "automatic" };
  await tx.delivery.update({
    where: byId(ctx, deliveryId),
    data: endpoint.health === "suspended" ? SUSPENDED : due,
  });
}

type Change = "submission.updated" | "submission.deleted" | "submission.noted";
type Person = SubmissionUpdatedEvent["data"]["submission"]["assignee"];

/** A submission that an endpoint got, with its present state. */
type Known = {
  workspaceId: string;
  webhookId: string;
  revision: string;
  health: string;
  id: string;
  formId: string;
  folder: "inbox" | "archive";
  read: boolean;
  answeredAt: Date | null;
  answeredBy: Person;
  assignee: Person;
};

/**
 * Finds the endpoints that got the submissions' first event, with the submissions' current state.
 * Spam emits nothing.
 */
function findKnown(
  tx: Db,
  type: Change,
  keys: readonly { workspace_id: string; id: string }[],
): Promise<Known[]> {
  return tx.$queryRaw<Known[]>`
    SELECT s.workspace_id AS "workspaceId", w.id AS "webhookId", w.revision, w.health, s.id,
      s.form_id AS "formId", s.folder, s.is_read AS read, s.answered_at AS "answeredAt",
      ${personSql(Prisma.sql`s.answered_by`)} AS "answeredBy",
      ${personSql(Prisma.sql`s.assignee_id`)} AS assignee
    FROM unnest(${keys.map((key) => key.workspace_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      AS k(workspace_id, id)
    JOIN submissions s ON s.workspace_id = k.workspace_id AND s.id = k.id AND s.folder IN ('inbox', 'archive')
    JOIN webhooks w ON w.workspace_id = s.workspace_id AND w.form_id = s.form_id
      AND w.deleted_at IS NULL AND w.enabled AND ${type} = ANY(w.events)
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id AND f.deleted_at IS NULL
    WHERE EXISTS (
      SELECT FROM deliveries d WHERE d.workspace_id = s.workspace_id AND d.submission_id = s.id
        AND d.webhook_id = w.id AND d.kind = 'submission.created' AND d.status <> 'cancelled'
    )
    ORDER BY s.id, w.id`;
}

/**
 * Queues an event about submissions for the endpoints that subscribe to it. Call it while the submissions'
 * rows are locked.
 *
 * @param keys - may belong to several workspaces
 * @param dataOf - the event's data about one submission
 */
async function emit<Type extends Change>(
  tx: Db,
  ctx: Pick<Context, "now">,
  type: Type,
  keys: readonly { workspace_id: string; id: string }[],
  dataOf: (known: Known) => Parameters<typeof makeEvent<Type>>[2],
): Promise<void> {
  const known = keys.length > 0 ? await findKnown(tx, type, keys) : [];
  if (known.length === 0) return;
  const due = await dueNow(tx, ctx);
  const rows = known.map((one) => {
    const { workspaceId, webhookId, revision, health, id } = one;
    const dedupeKey = newId();
    return {
      ...eventOf({ workspaceId, now: ctx.now }, { id: webhookId, revision }),
      ...(health === "suspended" ? SUSPENDED : due),
      id: newId(),
      dedupeKey,
      body: makeEvent(dedupeKey, type, dataOf(one), ctx.now),
      kind: type,
      // A delivery is deleted with its submission, but this one has to outlive it.
      submissionId: type === "submission.deleted" ? null : id,
    };
  });
  await tx.delivery.createMany({ data: rows });
}

type Keys = readonly { workspace_id: string; id: string }[];

/** Queues `submission.updated` for submissions that were just changed: see {@link emit}. */
export function emitUpdated(tx: Db, ctx: Context, keys: Keys): Promise<void> {
  return emit(tx, ctx, "submission.updated", keys, (known) => {
    const { id, formId, folder, read, answeredBy, assignee } = known;
    const answeredAt = known.answeredAt?.getTime() ?? null;
    return { submission: { id, formId, folder, read, answeredAt, answeredBy, assignee } };
  });
}

/** Queues `submission.deleted` for submissions that are about to be: see {@link emit}. */
export function emitDeleted(tx: Db, ctx: Pick<Context, "now">, keys: Keys): Promise<void> {
  return emit(tx, ctx, "submission.deleted", keys, ({ id, formId }) => ({
    submission: { id, formId },
  }));
}

/**
 * Queues `submission.noted` for submissions with new notes: see {@link emit}.
 *
 * @param notes - one new note of each submission, by its ID
 */
export function emitNoted(
  tx: Db,
  ctx: Context,
  notes: ReadonlyMap<string, SubmissionNotedEvent["data"]["note"]>,
): Promise<void> {
  const keys = [...notes.keys()].map((id) => ({ workspace_id: ctx.workspaceId, id }));
  return emit(tx, ctx, "submission.noted", keys, ({ id, formId }) => {
    const note = notes.get(id);
    if (!note) throw new Error("a submission without a new note was read");
    return { submission: { id, formId }, note };
  });
}
