import { db, transaction } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { type Caller, mintContext } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { readLook } from "#lib/domain/brand/look";
import { readSpamToken } from "#lib/domain/emails/spam-link";
import { reachableWhere } from "#lib/domain/submissions/store";
import { applyUpdate, lockSubmissions } from "#lib/domain/submissions/update-submissions";

/** How long links work. */
const WORKS_FOR_MS = 30 * DAY_MS;

/**
 * Looks up a link without changing anything, because email scanners follow links. `gone`: the message was
 * deleted, the address is no longer a recipient, or 30 days have passed. `restored`: someone moved the
 * message back after one of its links was used.
 */
export async function findSpamLink(token: string, now: Date) {
  const ids = readSpamToken(await installationKey(), token);
  if (!ids) return { kind: "invalid" } as const;
  const { workspaceId, submissionId, recipientId } = ids;
  const ctx = mintContext(workspaceId, { kind: "system" }, now);
  const recipient = { workspaceId, id: recipientId, verifiedAt: { not: null } };
  const [message, to] = await Promise.all([
    db().submission.findFirst({
      where: {
        id: submissionId,
        ...reachableWhere(ctx),
        receivedAt: { gt: new Date(now.getTime() - WORKS_FOR_MS) },
      },
      select: {
        folder: true,
        spamLinkUsedAt: true,
        formId: true,
        form: { select: { name: true } },
      },
    }),
    db().recipient.findFirst({ where: recipient, select: { id: true, email: true } }),
  ]);
  if (!message || !to) return { kind: "gone" } as const;
  const form = { formName: message.form.name, look: await readLook(db(), ctx, message.formId) };
  if (message.folder === "spam") return { kind: "already_spam", ...form } as const;
  if (message.spamLinkUsedAt) return { kind: "restored", ...form } as const;
  return { kind: "open", ...form, workspaceId, submissionId, recipient: to } as const;
}

/**
 * Moves the message of a link to spam, with the same effects as moving it by hand. That works once for all links of a
 * message, so that they can't override someone who moved it back. The link is the proof, so no one has to sign in.
 *
 * @returns the state before: `open` means that it's in spam now
 */
export async function markSpamByLink(token: string, caller: Caller) {
  const { now } = caller;
  const link = await findSpamLink(token, now);
  if (link.kind !== "open") return link;
  const { workspaceId, submissionId: id, recipient, formName } = link;
  const ctx = mintContext(workspaceId, { kind: "visitor" }, now, caller);
  const isMarked = await transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, [id]);
    const unused = { workspaceId, id, spamLinkUsedAt: null, folder: { not: "spam" } };
    const data = { spamLinkUsedAt: now };
    const { count } = await tx.submission.updateMany({ where: unused, data });
    if (count === 0) return false;
    await applyUpdate(tx, ctx, locked, { folder: "spam" });
    const subject = { id: recipient.id, name: recipient.email };
    const details = { submissionId: id, form: formName };
    await recordAudit(tx, ctx, { action: "submissions.marked_spam", subject, details });
    return true;
  });
  // Another click was faster, or someone moved or deleted the message in the meantime.
  return isMarked ? link : findSpamLink(token, now);
}
