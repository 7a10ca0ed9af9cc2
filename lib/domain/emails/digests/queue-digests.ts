import { type Db, pool, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { mintContext } from "#lib/core/context";
import { log } from "#lib/core/telemetry/log";
import { type Clock, databaseClock } from "#lib/domain/deliveries/clock";
import { queueEmailOfKind } from "#lib/domain/deliveries/queue";
import type { DigestDraft } from "#lib/domain/emails/digests/choice-schema";
import { newMessagesSql } from "#lib/domain/emails/digests/new-messages";
import { nextDigestAt } from "#lib/domain/emails/digests/schedule";

const MEMBERS_AT_ONCE = 100;
const BUDGET_MS = 20_000;

type Member = { workspaceId: string; userId: string };

/**
 * Queues the digests that are due: one per member for all their forms, and none if there's nothing new. A digest
 * covers the time from the end of the last one up to a moment before which all messages are visible, so that none is
 * lost or repeated. Any number of these may run concurrently: a member's digest is queued by one transaction, which
 * also sets when the next one is due.
 *
 * @param given - by default the database's clock
 * @param options.signal - aborted to begin no more digests
 * @returns how many were queued
 */
export async function queueDigests(
  given: Clock | null = null,
  { budgetMs = BUDGET_MS, signal }: { budgetMs?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const clock = given ?? (await databaseClock());
  const endsAt = clock.now().getTime() + budgetMs;
  let queued = 0;
  for (;;) {
    const members = await findDueMembers(clock.now());
    let hasProgress = false;
    for (const member of members) {
      if (clock.now().getTime() >= endsAt || signal?.aborted) return queued;
      const result = await transaction((tx) => queueDigest(tx, member, clock.now()));
      if (result !== "taken") hasProgress = true;
      if (result === "queued") queued += 1;
    }
    if (members.length < MEMBERS_AT_ONCE || !hasProgress) {
      if (queued > 0) log().info({ job: "digests", queued }, "digests queued");
      return queued;
    }
  }
}

/** Finds members whose digest is due, the longest wait first. */
function findDueMembers(now: Date): Promise<Member[]> {
  return queryRows<Member>(pool(), { workspaceId: "uuid", userId: "uuid" })`
    SELECT workspace_id AS "workspaceId", user_id AS "userId" FROM notification_choices
    WHERE next_at <= ${now}::timestamptz
    GROUP BY workspace_id, user_id ORDER BY min(next_at) LIMIT ${MEMBERS_AT_ONCE}`;
}

/** Queues the digest of one member. `taken`: another process is doing that. */
async function queueDigest(
  tx: Db,
  member: Member,
  now: Date,
): Promise<"queued" | "empty" | "taken"> {
  const reader = await lockReader(tx, member);
  if (!reader) return "taken";
  const choices = await lockDueChoices(tx, member, now);
  if (choices.length === 0) return "taken";
  const until = await readSettled(tx, now);
  const moved = choices.map(({ id, since, frequency, hour }) => ({
    id,
    since: reader.canRead && until > since ? until : since,
    nextAt: nextDigestAt({ frequency, hour }, reader.timeZone, now),
  }));
  await moveOn(tx, member, moved);
  if (!reader.canRead) return "empty";
  const forms = await findNews(tx, { ...member, ...reader, until, now }, choices);
  if (forms.length === 0) return "empty";
  const { email: to, recipientId } = reader;
  const data: DigestDraft = { userId: member.userId, until: until.getTime(), forms };
  const ctx = mintContext(member.workspaceId, { kind: "system" }, now);
  await queueEmailOfKind(tx, ctx, "digest", { to, ...(recipientId ? { recipientId } : {}), data });
  return "queued";
}

type Reader = { email: string; timeZone: string; recipientId: string | null; canRead: boolean };

/**
 * Locks the member; null while another process holds them. `canRead`: their address is confirmed, and
 * isn't blocked.
 */
async function lockReader(tx: Db, { workspaceId, userId }: Member): Promise<Reader | undefined> {
  const columns = {
    email: "text",
    timeZone: "text",
    recipientId: "uuid",
    canRead: "bool",
  } as const;
  const [reader] = await queryRows<Reader>(tx, columns)`
    SELECT u.email, coalesce(u.time_zone, w.time_zone, 'UTC') AS "timeZone", r.id AS "recipientId",
      u.verified_at IS NOT NULL AND (r.id IS NULL OR r.verified_at IS NOT NULL AND r.blocked_reason IS NULL) AS "canRead"
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN workspaces w ON w.id = m.workspace_id
    LEFT JOIN recipients r ON r.workspace_id = m.workspace_id AND r.email_key = u.email_key
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.user_id = ${userId}::uuid
    FOR NO KEY UPDATE OF m SKIP LOCKED`;
  return reader;
}

type Choice = { id: string; since: Date; frequency: string; hour: number | null };

function lockDueChoices(tx: Db, { workspaceId, userId }: Member, now: Date): Promise<Choice[]> {
  const columns = { id: "uuid", since: "timestamptz", frequency: "text", hour: "int4" } as const;
  return queryRows<Choice>(tx, columns)`
    SELECT form_id AS id, since, frequency, hour FROM notification_choices
    WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid AND next_at <= ${now}::timestamptz
    ORDER BY form_id FOR NO KEY UPDATE`;
}

/**
 * Returns the moment up to which all messages are visible, as for lists that are polled. Never after `now`.
 */
async function readSettled(tx: Db, now: Date): Promise<Date> {
  const [row] = await queryRows<{ at: Date }>(tx, { at: "timestamptz" })`
    SELECT least(${now}::timestamptz, settled_until()) AS at`;
  return row?.at ?? now;
}

type Moved = { id: string; since: Date; nextAt: Date | null };

async function moveOn(tx: Db, { workspaceId, userId }: Member, moved: Moved[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE notification_choices c SET since = n.since, next_at = n."nextAt"
    FROM json_to_recordset(${JSON.stringify(moved)}::json) AS n(id uuid, since timestamptz, "nextAt" timestamptz)
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.user_id = ${userId}::uuid AND c.form_id = n.id`;
}

/** Returns the forms with new messages, each with the start of its period. */
async function findNews(
  tx: Db,
  reader: Member & { recipientId: string | null; until: Date; now: Date },
  choices: readonly Choice[],
): Promise<DigestDraft["forms"]> {
  const asked = JSON.stringify(choices.map(({ id, since }) => ({ id, since })));
  const rows = await tx.$queryRaw<{ id: string; since: Date }[]>`
    SELECT g.id, g.since FROM json_to_recordset(${asked}::json) AS g(id uuid, since timestamptz)
    JOIN forms f ON f.workspace_id = ${reader.workspaceId}::uuid AND f.id = g.id AND f.deleted_at IS NULL
    WHERE EXISTS (${newMessagesSql(reader, 1)})`;
  return rows.map(({ id, since }) => ({ id, since: since.getTime() }));
}
