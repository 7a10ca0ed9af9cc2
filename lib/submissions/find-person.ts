import { isOptedOut } from "#lib/autoresponder/store";
import type { Context } from "#lib/core/context";
import { addressKey } from "#lib/core/text";
import { type Db, db } from "#lib/db/database";
import type { PersonFindings, PersonInput } from "#lib/submissions/person-schema";
import {
  capturedOfPerson,
  hasWholeAddress,
  isOfPerson,
  mentionsAddress,
} from "#lib/submissions/person-sql";

/**
 * How much the workspace has of one person, over all forms: what an export would hold and an erasure
 * delete, and what it would leave alone.
 */
export async function findPerson(ctx: Context, { email }: PersonInput): Promise<PersonFindings> {
  const key = addressKey(email);
  const forms = await countByForm(ctx, key);
  const sum = (name: "messages" | "files" | "mails" | "events" | "mentions") =>
    forms.reduce((total, form) => total + form[name], 0);
  return {
    messages: sum("messages"),
    forms: forms
      .filter(({ messages }) => messages > 0)
      .map(({ id, name, messages }) => ({ id, name, messages })),
    files: sum("files"),
    mails: sum("mails"),
    events: sum("events"),
    capturedMails: await countCaptured(ctx, key),
    mentions: sum("mentions"),
    hasOptedOut: await isOptedOut(db(), ctx, email),
    isTeamAddress: await isTeamAddress(db(), ctx, key),
  };
}

type FormCounts = {
  id: string;
  name: string;
  messages: number;
  files: number;
  mails: number;
  events: number;
  mentions: number;
};

async function countByForm(ctx: Context, key: string): Promise<FormCounts[]> {
  return db().$queryRaw<FormCounts[]>`
    WITH found AS MATERIALIZED (
      SELECT s.id, s.form_id, ${isOfPerson(key)} AS is_own, ${hasWholeAddress(key)} AS is_whole
      FROM submissions s WHERE ${await mentionsAddress(ctx, key)}
    )
    SELECT f.id, f.name,
      (count(*) FILTER (WHERE is_own))::int AS messages,
      (count(*) FILTER (WHERE is_whole AND NOT is_own))::int AS mentions,
      coalesce(sum(attached.count) FILTER (WHERE is_own), 0)::int AS files,
      coalesce(sum(mailed.count) FILTER (WHERE is_own), 0)::int AS mails,
      coalesce(sum(emitted.count) FILTER (WHERE is_own), 0)::int AS events
    FROM found JOIN forms f ON f.id = found.form_id
    CROSS JOIN LATERAL (
      SELECT count(*) FROM attachments WHERE submission_id = found.id
    ) attached
    CROSS JOIN LATERAL (
      SELECT count(*) FROM email_deliveries WHERE submission_id = found.id
    ) mailed
    CROSS JOIN LATERAL (
      SELECT count(*) FROM webhook_deliveries WHERE submission_id = found.id
    ) emitted
    GROUP BY f.id, f.name ORDER BY messages DESC, f.id`;
}

async function countCaptured(ctx: Context, key: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM captured_emails c WHERE ${capturedOfPerson(ctx, key)}`;
  return row?.count ?? 0;
}

/** Whether the address belongs to somebody who works with the messages rather than sends them. */
export async function isTeamAddress(tx: Db, ctx: Context, key: string): Promise<boolean> {
  const { workspaceId } = ctx;
  const recipients = await tx.recipient.count({ where: { workspaceId, emailKey: key } });
  const members = await tx.membership.count({ where: { workspaceId, user: { emailKey: key } } });
  return recipients + members > 0;
}
