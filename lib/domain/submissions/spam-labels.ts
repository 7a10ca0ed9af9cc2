import type { Db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { SUSPECTED_POINTS } from "#lib/domain/spam/signals";
import type { MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import type { Folder } from "#lib/domain/submissions/schema";

/**
 * SQL for the label that a move gives a submission `m`: spam or not. An archived submission is good, unless it's
 * suspected: then no one has decided. Without a move, someone has marked it as not spam, or has answered it, which
 * means the same unless it stays in spam.
 */
export function labelSql(folder: Folder | undefined, answered = false): Prisma.Sql {
  const notSpam = Prisma.sql`is_suspected = false, spam_label = 'not_spam'`;
  if (folder === undefined && answered)
    return Prisma.sql`is_suspected = false,
      spam_label = CASE WHEN m.folder = 'spam' THEN m.spam_label ELSE 'not_spam' END`;
  if (folder === undefined || (answered && folder !== "spam")) return notSpam;
  if (folder === "spam")
    return Prisma.sql`is_suspected = m.is_suspected AND m.folder = 'spam',
      spam_label = CASE WHEN m.folder = 'spam' THEN m.spam_label ELSE 'spam' END`;
  const moved =
    folder === "archive"
      ? Prisma.sql`WHEN m.spam_label IS NULL AND NOT m.is_suspected THEN 'kept'`
      : Prisma.sql`WHEN m.spam_label = 'kept' THEN NULL`;
  return Prisma.sql`is_suspected = m.is_suspected AND m.folder <> 'spam',
    spam_label = CASE WHEN m.folder = 'spam' THEN 'not_spam' ${moved} ELSE m.spam_label END`;
}

/**
 * Restores people's labels of submissions from before a change, as far as their state shows them.
 */
export async function restoreLabels(
  tx: Db,
  ctx: Context,
  ids: readonly string[],
  state: MessageState,
) {
  const { folder, spamReason, suspected } = state;
  const place = Prisma.sql`CASE
    WHEN ${folder} = 'spam' THEN CASE WHEN ${spamReason ?? "manual"} = 'manual' THEN 'spam' END
    WHEN spam_points >= ${SUSPECTED_POINTS}::int AND NOT ${suspected}::boolean THEN 'not_spam'
    WHEN ${folder} = 'archive' AND NOT ${suspected}::boolean THEN 'kept' END`;
  await tx.$executeRaw`
    UPDATE submissions SET is_suspected = ${suspected}::boolean AND spam_points >= ${SUSPECTED_POINTS}::int,
      spam_label = ${place}
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND id = ANY(${[...ids]}::uuid[])`;
}
