import { type Context, mintContext } from "#lib/core/context";
import { db } from "#lib/db/database";
import { installationKey } from "#lib/db/installation-key";
import { readSpamToken } from "#lib/notifications/spam-link";
import { reachable } from "#lib/submissions/store";
import { updateSubmission } from "#lib/submissions/update-submissions";

/** Older links no longer work. */
const WORKS_FOR_MS = 30 * 24 * 60 * 60_000;

/**
 * The action that a link in a notification still allows. `gone`: the message was deleted, the address is no longer a
 * recipient, or 30 days have passed.
 */
export type SpamLinkState =
  | { kind: "open"; formName: string }
  | { kind: "already_spam"; formName: string }
  | { kind: "gone" }
  | { kind: "invalid" };

type Found = { ctx: Context; submissionId: string };

async function read(token: string, now: Date): Promise<[SpamLinkState, Found | null]> {
  const ids = readSpamToken(await installationKey(), token);
  if (!ids) return [{ kind: "invalid" }, null];
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
  if (!message || recipients === 0) return [{ kind: "gone" }, null];
  const kind = message.folder === "spam" ? "already_spam" : "open";
  const state: SpamLinkState = { kind, formName: message.form.name };
  return [state, { ctx, submissionId }];
}

/** Reads a link without changing anything: email scanners follow links. */
export async function findSpamLink(token: string, now: Date): Promise<SpamLinkState> {
  const [state] = await read(token, now);
  return state;
}

/**
 * Moves the message of a link to spam, as moving it by hand does. The link is the proof, so no one has to sign in.
 *
 * @returns the state before: `open` means that it's in spam now
 */
export async function markSpamByLink(token: string, now: Date): Promise<SpamLinkState> {
  const [state, found] = await read(token, now);
  if (state.kind === "open" && found)
    await updateSubmission(found.ctx, found.submissionId, { folder: "spam" });
  return state;
}
