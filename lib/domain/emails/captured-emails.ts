import { batchStatements } from "#lib/adapters/db/batch-statements";
import { type Db, db, pool } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared, queryRows } from "#lib/adapters/db/query-rows";
import type { Email } from "#lib/adapters/email/email";
import { type Context, hasRecentProof } from "#lib/core/context";
import { byCreation, decodeCursor, olderThan, type Page, toPage } from "#lib/core/cursor";
import { notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { CANCELLATION_JOINS, cancelReason } from "#lib/domain/deliveries/begin";
import type { Claim } from "#lib/domain/deliveries/claim";
import type { EmailKind } from "#lib/domain/deliveries/schema";
import {
  CapturedEmail,
  CapturedEmailItem,
  type ListCapturedEmailsQuery,
} from "#lib/domain/emails/schema";

type Capture = { claim: Claim; email: Email; now: Date };

/*
 * Captures emails in one commit with the attempt and the result, because nothing leaves the database.
 * Deliveries are locked in the order of their IDs. $1 the emails (json).
 */
const CAPTURE = `
WITH requested AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS r(ord int, workspace_id uuid, delivery_id uuid,
    token uuid, attempt_id uuid, captured_id uuid, at timestamptz, "to" text, "from" text,
    reply_to text, subject text, headers jsonb, html text, text text, attachments jsonb)
), held AS MATERIALIZED (
  SELECT r.*, d.id, d.submission_id, d.recipient_id, d.webhook_id, d.revision, d.kind, d.dedupe_key, d.attempt_count,
    CASE WHEN d.series_attempts > 0 THEN 'automatic' ELSE d.series_trigger END AS next_trigger
  FROM requested r JOIN deliveries d
    ON d.workspace_id = r.workspace_id AND d.id = r.delivery_id AND d.claim_token = r.token
  ORDER BY d.workspace_id, d.id FOR NO KEY UPDATE OF d
), sendable AS MATERIALIZED (
  SELECT d.* FROM held d ${CANCELLATION_JOINS}
  WHERE (${cancelReason("d.at")}) IS NULL AND NOT EXISTS (
    SELECT FROM attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count AND a.outcome = 'pending')
), attempted AS (
  INSERT INTO attempts (workspace_id, delivery_id, number, id, trigger, started_at, finished_at, outcome,
    is_captured)
  SELECT workspace_id, id, attempt_count + 1, attempt_id, next_trigger, at, at, 'sent', true FROM sendable
), captured AS (
  INSERT INTO captured_emails (id, workspace_id, series_key, kind, "to", "from", reply_to, subject,
    headers, html, text, attachments, created_at)
  SELECT captured_id, workspace_id, dedupe_key, kind, "to", "from", reply_to, subject, headers, html,
    text, attachments, at
  FROM sendable ON CONFLICT (workspace_id, series_key) DO NOTHING
), delivered AS (
  UPDATE deliveries d SET status = 'delivered', due_at = NULL, claim_token = NULL,
    next_attempt_at = NULL, last_attempt_at = s.at, attempt_count = d.attempt_count + 1,
    series_attempts = d.series_attempts + 1, series_started_at = coalesce(d.series_started_at, s.at),
    failure_reason = NULL, sealed_data = NULL, sealed_payload = NULL
  FROM sendable s WHERE d.workspace_id = s.workspace_id AND d.id = s.id
)
SELECT s.ord IS NOT NULL AS "isCaptured"
FROM requested r LEFT JOIN sendable s USING (ord) ORDER BY ord`;

/**
 * Stores a claimed email in the test inbox, once per series, and records it as sent. Emails of the same
 * moment share a statement.
 *
 * @returns false when it's no longer to be sent, or another worker holds it
 */
export const captureEmail = batchStatements({
  run: async (captures: readonly Capture[]): Promise<boolean[]> => {
    const emails = captures.map(({ claim, email: { replyTo, files, ...email }, now }, ord) => ({
      ...email,
      ord,
      workspace_id: claim.workspaceId,
      delivery_id: claim.deliveryId,
      token: claim.token,
      attempt_id: newId(),
      captured_id: newId(),
      at: now.toISOString(),
      reply_to: replyTo,
      attachments: toCapturedFiles(files),
    }));
    const values = [JSON.stringify(emails)];
    const rows = await queryPrepared<{ isCaptured: boolean }>(
      pool(),
      { isCaptured: "bool" },
      { text: CAPTURE, values },
    );
    return rows.map(({ isCaptured }) => isCaptured);
  },
  maxItems: 128,
  maxRunning: 2,
});

/** Describes an email's attached files for the test inbox. */
function toCapturedFiles(files: Email["files"] = []): CapturedEmail["attachments"] {
  return files.map(({ filename, contentType, size }) => ({ filename, contentType, size }));
}

/** Stores an email that has no delivery in the test inbox. */
export async function storeCaptured(
  tx: Db,
  { workspaceId, now }: Context,
  kind: EmailKind,
  { files, ...email }: Email,
): Promise<void> {
  const attachments = toCapturedFiles(files);
  const data = { id: newId(), workspaceId, seriesKey: newId(), kind, ...email, attachments };
  await tx.capturedEmail.create({ data: { ...data, createdAt: now } });
}

/** Lists one page of the captured emails that the caller may see, newest first. */
export async function listCapturedEmails(
  ctx: Context,
  query: ListCapturedEmailsQuery,
): Promise<Page<CapturedEmailItem>> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await db().capturedEmail.findMany({
    where: {
      AND: await capturedEmailsSeenBy(ctx),
      workspaceId: ctx.workspaceId,
      kind: query.kind,
      ...olderThan(after),
    },
    select: { id: true, to: true, subject: true, kind: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
  });
  return toPage(rows, query.limit, byCreation, (row) =>
    CapturedEmailItem.parse({ ...row, createdAt: row.createdAt.getTime() }),
  );
}

/** Returns the IDs of the captured emails about submissions, by the keys of their series. */
export async function findCapturedIds(
  tx: Db,
  ctx: Context,
  seriesKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.capturedEmail.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      seriesKey: { in: [...seriesKeys] },
      kind: { not: "account" },
    },
    select: { id: true, seriesKey: true },
  });
  return new Map(rows.map(({ id, seriesKey }) => [seriesKey, id]));
}

/** A mailbox with a name, as `namedAddress` writes it. */
const NAMED = /^"[^"]*" <(?<address>[^<>]+)>$/;
const Headers = CapturedEmail.shape.headers;

/** @throws {AppError} not_found, even for emails that {@link capturedEmailsSeenBy} hides */
export async function getCapturedEmail(ctx: Context, emailId: string): Promise<CapturedEmail> {
  if (!isId(emailId)) throw notFound();
  const row = await db().capturedEmail.findFirst({
    where: { AND: await capturedEmailsSeenBy(ctx), id: emailId, workspaceId: ctx.workspaceId },
  });
  if (!row) throw notFound();
  const { replyTo } = row;
  return CapturedEmail.strip().parse({
    ...row,
    replyTo: replyTo?.replace(NAMED, "$<address>") ?? null,
    headers: {
      ...(replyTo && NAMED.test(replyTo) && { "Reply-To": replyTo }),
      ...Headers.parse(row.headers),
    },
    createdAt: row.createdAt.getTime(),
  });
}

/** Counts the account emails that a user sees only after proving again who they are. */
export async function countHiddenEmails(ctx: Context): Promise<number> {
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "user" || actor.isBound || hasRecentProof(ctx)) return 0;
  const proven = { ...ctx, actor: { ...actor, provenAt: ctx.now } };
  const [all, seen] = await Promise.all(
    [proven, ctx].map(async (viewer) =>
      db().capturedEmail.count({
        where: { workspaceId, kind: "account", AND: await capturedEmailsSeenBy(viewer) },
      }),
    ),
  );
  return (all ?? 0) - (seen ?? 0);
}

type Reader = {
  email: string;
  isVerified: boolean;
  /** Pending changes of the user's address. */
  emailChanges: { id: string; email: string }[];
  /** The series keys of open invitations. */
  invitations: string[];
};
const READER: Columns<Reader> = {
  email: "text",
  isVerified: "bool",
  emailChanges: "json",
  invitations: "json",
};

/**
 * Decides which captured emails a user may read. Links in account emails give access to someone's account, so
 * everyone sees only those sent to their own address, and the link that confirms an address they're about
 * to change to. They need a recent proof, so that a stolen session isn't enough to take the account over.
 * Only the link that verifies the address needs none, because nothing else leads to it.
 *
 * Invitations are for owners, because in test mode they reach no mailbox. A member who has just taken the
 * invited address doesn't see them.
 */
export async function capturedEmailsSeenBy(ctx: Context): Promise<Prisma.CapturedEmailWhereInput> {
  const { actor, workspaceId, now } = ctx;
  if (actor.kind !== "user") return { kind: { not: "account" } };
  const [user] = await queryRows<Reader>(pool(), READER)`
    SELECT u.email, u.verified_at IS NOT NULL AS "isVerified", coalesce((
        SELECT json_agg(json_build_object('id', c.id, 'email', c.email)) FROM email_changes c
        WHERE c.user_id = u.id AND c.used_at IS NULL AND c.expires_at > ${now}
      ), '[]') AS "emailChanges", coalesce((
        SELECT json_agg(i.email_series_key) FROM invitations i
        WHERE i.workspace_id = ${workspaceId}::uuid AND i.accepted_at IS NULL AND i.revoked_at IS NULL
      ), '[]') AS invitations
    FROM users u WHERE u.id = ${actor.userId}::uuid`;
  if (!user) throw new Error("the context's user doesn't exist");
  const { invitations } = user;
  // A bound session was opened by the workspace's own provider, and must not reach the rest of the
  // account.
  const isProven = hasRecentProof(ctx) && !actor.isBound;
  const links = user.emailChanges
    .filter(({ email }) => isProven || (!user.isVerified && email === user.email))
    .map(({ id }) => id);
  return {
    OR: [
      { kind: { not: "account" } },
      { seriesKey: { in: actor.role === "owner" ? [...links, ...invitations] : links } },
      ...(isProven ? [{ to: user.email, NOT: { seriesKey: { in: invitations } } }] : []),
    ],
  };
}

/**
 * Returns whether an email with a link was really sent. If so, following the link proves access to the
 * mailbox.
 *
 * @param seriesKey - given to `queueEmail`
 */
export async function wasReallySent(tx: Db, seriesKey: string): Promise<boolean> {
  if (settings().email.mode === "capture") return false;
  return (await tx.capturedEmail.count({ where: { seriesKey } })) === 0;
}
