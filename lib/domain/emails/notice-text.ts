import { settings } from "#lib/core/settings/settings";
import { toUnlinkedName } from "#lib/core/unlinked";
import { brandLines } from "#lib/domain/emails/brand-lines";

/** A short email with one action, for both HTML and text. */
export type NoticeContent = {
  subject: string;
  /** The heading, if it differs from the subject. */
  title?: string;
  paragraphs: string[];
  action: { label: string; href: string };
  /** The lifetime of the link, and what to do if the email wasn't expected. */
  notes?: string[];
  reason: string;
};

export const enteredReason = () =>
  `You’re receiving this because someone entered your email address in ${settings().brand.name}.`;

export const accountReason = () =>
  `You’re receiving this because you have a ${settings().brand.name} account.`;

export function toNoticeText(content: NoticeContent): string {
  return [
    content.title ?? content.subject,
    ...content.paragraphs.flatMap((paragraph) => ["", paragraph]),
    "",
    `${content.action.label}:`,
    content.action.href,
    ...(content.notes ?? []).flatMap((note) => ["", note]),
    "",
    "--",
    content.reason,
    ...brandLines(),
    "",
  ].join("\n");
}

/** Names the workspace in a phrase, or returns `alone` if the name could become a link. */
export function nameWorkspace(name: string, alone: string): string {
  const shown = toUnlinkedName(name, 80);
  return shown === null ? alone : `the workspace “${shown}”`;
}
