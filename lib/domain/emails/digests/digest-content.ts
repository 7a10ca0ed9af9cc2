import { toLine } from "#lib/core/characters";
import { countOf, formatCount } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import { brandLines } from "#lib/domain/emails/brand-lines";
import {
  type FoundDigest,
  MAX_COUNTED_IN_DIGEST,
  MAX_FORMS,
} from "#lib/domain/emails/digests/read-digest";
import { isolatedLine, toTimeText } from "#lib/domain/emails/message-text";

/** The content of a digest, for both HTML and text. */
export type DigestContent = ReturnType<typeof toDigestContent>;

const countMessages = (count: number) =>
  count > MAX_COUNTED_IN_DIGEST
    ? `more than ${formatCount(MAX_COUNTED_IN_DIGEST)} messages`
    : countOf(count, "message");

/** @param stopUrl - the page where the reader ends their digests */
export function toDigestContent({ forms, timeZone, ...digest }: FoundDigest, stopUrl: string) {
  const { baseUrl } = settings();
  const total = forms.reduce((sum, form) => sum + form.total, 0);
  const [only] = forms;
  const where =
    only && forms.length === 1 ? isolatedLine(only.name) : countOf(forms.length, "form");
  const subject = `${total > MAX_COUNTED_IN_DIGEST ? `More than ${formatCount(MAX_COUNTED_IN_DIGEST)}` : formatCount(total)} new ${total === 1 ? "message" : "messages"} in ${where}`;
  const unlisted = forms.length - MAX_FORMS;
  return {
    subject,
    zone: `Times are in the time zone ${timeZone}.`,
    forms: forms.slice(0, MAX_FORMS).map(({ id, name, total, messages }) => ({
      name: toLine(name, 80),
      count: countMessages(total),
      messages: messages.map((message) => ({
        sender: toLine(message.name ?? message.email ?? "Someone", 100),
        preview: toLine(message.preview, 120),
        time: `${toTimeText(new Date(message.receivedAt), timeZone)}${message.isSuspected ? " · looks like spam" : ""}`,
        link: `${baseUrl}/inbox/${message.id}`,
      })),
      more: nameRest(total - messages.length, total > MAX_COUNTED_IN_DIGEST),
      link: `${baseUrl}/inbox?formId=${id}`,
    })),
    moreForms: unlisted > 0 ? `And ${countOf(unlisted, "more form")}` : null,
    inbox: `${baseUrl}/inbox`,
    reason: `You’re receiving this because you asked for digests in the workspace “${toLine(digest.workspaceName, 80)}”.`,
    stop: { url: stopUrl, label: "Stop these digests" },
    change: { url: `${baseUrl}/settings/notifications`, label: "Change when you’re notified" },
  };
}

/** Returns the text of the link to the messages that aren't listed; null if all are. */
function nameRest(count: number, isMore: boolean): string | null {
  if (count === 0) return null;
  return isMore ? "And more" : `And ${formatCount(count)} more`;
}

/**
 * Writes the digest as text. Visitors' texts are indented, so that they can't pass for lines of the
 * email itself.
 */
export function toDigestText(content: DigestContent): string {
  const { subject, zone, forms, moreForms, inbox, reason, stop, change } = content;
  return [
    subject,
    zone,
    ...forms.flatMap((form) => [
      "",
      `${form.name}: ${form.count}`,
      ...form.messages.flatMap(({ sender, preview, time, link }) => [
        "",
        `  ${sender}`,
        ...(preview === "" ? [] : [`  ${preview}`]),
        `  ${time}`,
        `  ${link}`,
      ]),
      ...(form.more ? ["", `  ${form.more}:`, `  ${form.link}`] : []),
    ]),
    ...(moreForms ? ["", `${moreForms}:`, inbox] : []),
    "",
    "--",
    reason,
    `${change.label}:`,
    change.url,
    `${stop.label}:`,
    stop.url,
    ...brandLines(),
    "",
  ].join("\n");
}
