import { settings } from "#lib/core/settings";
import type { AccessEnded, Invitation } from "#lib/deliveries/schema";
import { enteredReason, type NoticeContent } from "#lib/notifications/notice-text";
import { toUnlinkedName } from "#lib/notifications/unlinked-name";

/** “Name”, with a noun before it, or the noun alone if the name could become a link to elsewhere. */
function nameWorkspace(name: string, { alone, named }: { alone: string; named: string }): string {
  const shown = toUnlinkedName(name, 80);
  return shown === null ? alone : `${named} “${shown}”`;
}

const DUTIES = {
  owner: "As an owner, you can do everything there, including managing members and API tokens.",
  member: "As a member, you can read messages and manage forms and recipients.",
} as const;

/** Goes to someone who may not know this service. */
export function invitationContent(data: Invitation): NoticeContent {
  const person = data.inviterName === null ? null : toUnlinkedName(data.inviterName, 80);
  const inviter = person === null ? data.inviter : `${person} (${data.inviter})`;
  const name = toUnlinkedName(data.workspaceName, 80);
  const workspace = nameWorkspace(data.workspaceName, {
    alone: "their workspace",
    named: "the workspace",
  });
  return {
    subject: `${person ?? data.inviter} invited you to ${name ?? "a workspace"} on ${settings().brand.name}`,
    title: name === null ? "You’re invited to a workspace" : `You’re invited to ${name}`,
    paragraphs: [
      `${inviter} invited you to join ${workspace} in ${settings().brand.name}, a form backend for websites.`,
      DUTIES[data.role],
    ],
    action: { label: "View invitation", href: data.link },
    notes: [
      "This link works once and expires in 7 days.",
      "Don’t recognize this? You can ignore this email. Nothing happens unless you accept.",
    ],
    reason: enteredReason(),
  };
}

export function accessEndedContent(data: AccessEnded): NoticeContent {
  const workspace = nameWorkspace(data.workspaceName, {
    alone: "a workspace",
    named: "the workspace",
  });
  return {
    subject: "You no longer have access to a workspace",
    title: "You no longer have access to a workspace",
    paragraphs: [
      data.isDeleted
        ? `An owner deleted ${workspace} with everything in it.`
        : `An owner removed you from ${workspace}.`,
      "Your account and your other workspaces aren’t affected. If you had none, we created an empty one for you.",
    ],
    action: { label: "Sign in", href: data.link },
    notes: data.isDeleted ? [] : ["Is this a mistake? Ask an owner to invite you again."],
    reason: "You’re receiving this because you were a member of this workspace.",
  };
}
