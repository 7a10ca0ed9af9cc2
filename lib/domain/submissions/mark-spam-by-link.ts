import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { mintContext } from "#lib/core/context";
import { readSpamToken } from "#lib/domain/emails/spam-link";
import { reachable } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";

/** Older links no longer work. */
const WORKS_FOR_MS = 30 * 24 * 60 * 60_000;

/**
 * Reads a link without changing anything: email scanners follow links. `gone`: the message was deleted, the address
 * is no longer a recipient, or 30 days have passed.
 */
export async function findSpamLink(token: string, now: Date) {
  const ids = readSpamToken(await installationKey(), token);
  if (!ids) return { kind: "invalid" } as const;
  const { workspaceId, submissionId, recipientId } = ids;
  const ctx = mintContext(workspaceId, { kind: "system" }, now);
  const recipient = { workspaceId, id: recipientId, verifiedAt: { not: null } };
  const [message, recipients] = await Promise.all([
    db().submission.findFirst({
      where: {
        id: submissionId,
        ...reachable(ctx),
        receivedAt: { gt: new Date(now.getTime() - WORKS_FOR_MS) },
      },
      select: { folder: true, form: { select: { name: true } } },
    }),
    db().recipient.count({ where: recipient }),
  ]);
  if (!message || recipients === 0) return { kind: "gone" } as const;
  const formName = message.form.name;
  if (message.folder === "spam") return { kind: "already_spam", formName } as const;
  return { kind: "open", formName, ctx, submissionId } as const;
}

/**
 * Moves the message of a link to spam, as moving it by hand does. The link is the proof, so no one has to sign in.
 *
 * @returns the state before: `open` means that it's in spam now
 */
export async function markSpamByLink(token: string, now: Date) {
  const link = await findSpamLink(token, now);
  if (link.kind === "open") await updateSubmission(link.ctx, link.submissionId, { folder: "spam" });
  return link;
}
