import type { Email } from "#lib/adapters/email/email";
import { decryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { StoredLook, toLook } from "#lib/domain/brand/look";
import { EmailData } from "#lib/domain/deliveries/email-data";
import { findAttachable } from "#lib/domain/emails/attached-files";
import { composeReply, toReplyText } from "#lib/domain/emails/auto-reply/compose-reply";
import {
  ConfirmationDraft,
  confirmationUrl,
  describeMessage,
  toConfirmationText,
} from "#lib/domain/emails/auto-reply/confirmation";
import {
  hashReplyAddress,
  makeOptOutToken,
  optOutUrl,
} from "#lib/domain/emails/auto-reply/opt-out";
import { ReplyDraft } from "#lib/domain/emails/auto-reply/plan-reply";
import { brandLines } from "#lib/domain/emails/brand-lines";
import { toDigestContent, toDigestText } from "#lib/domain/emails/digests/digest-content";
import type { FoundDigest } from "#lib/domain/emails/digests/read-digest";
import { stopDigestsUrl } from "#lib/domain/emails/digests/stop-digests";
import type { DueEmail } from "#lib/domain/emails/due-email";
import { toDigestHtml } from "#lib/domain/emails/html/digest-html";
import { toLetterhead } from "#lib/domain/emails/html/letterhead";
import {
  toConfirmationHtml,
  toNoticeHtml,
  toNotificationHtml,
  toReplyHtml,
} from "#lib/domain/emails/html/write-html";
import { namedSender } from "#lib/domain/emails/named-address";
import { toNoticeContent } from "#lib/domain/emails/notice-content";
import { toNoticeText } from "#lib/domain/emails/notice-text";
import { toNotificationContent, toNotificationText } from "#lib/domain/emails/notification-content";
import { spamUrl } from "#lib/domain/emails/spam-link";
import { composeWrittenReply, WrittenReply } from "#lib/domain/emails/written-reply";

type Content = Omit<Email, "to">;

/** Keeps out-of-office replies away (RFC 3834). */
const GENERATED = { "Auto-Submitted": "auto-generated" };

/**
 * Composes the email of a series. Reads nothing, so a failure can only be caused by the email
 * itself.
 *
 * @param key - the installation's, which signs the links
 * @param digest - what a digest is about, null for other emails
 * @throws when the content of the delivery can't be read
 */
export function composeEmail(
  delivery: DueEmail,
  key: Buffer,
  digest: FoundDigest | null = null,
): Email {
  const content = digest ? writeDigest(delivery, digest, key) : writeContent(delivery, key);
  return {
    to: digest?.email ?? delivery.email,
    ...content,
    // Keeps email programs from threading different messages.
    headers: { ...content.headers, "X-Entity-Ref-ID": delivery.id },
  };
}

function writeContent(delivery: DueEmail, key: Buffer): Content {
  if (delivery.kind === "notification") return writeNotification(delivery, key);
  if (delivery.kind === "visitor_reply") return writeReply(delivery, key);
  if (delivery.kind === "confirmation") return writeConfirmation(delivery, key);
  if (delivery.kind === "reply")
    return composeWrittenReply(WrittenReply.parse(readData(delivery)), lookOf(delivery));
  return writeNotice(delivery);
}

function writeNotification(delivery: DueEmail, key: Buffer): Content {
  const { workspaceId, submissionId, recipientId, receivedAt, preview, formName } = delivery;
  if (!submissionId || !receivedAt || preview === null || formName === null)
    throw new Error("a notification has no submission");
  const message = { ...delivery, receivedAt, preview, formName };
  const files = findAttachable(delivery);
  const content = toNotificationContent(message, {
    link: `${settings().baseUrl}/inbox/${submissionId}`,
    spamLink: recipientId && spamUrl(key, { workspaceId, submissionId, recipientId }),
    areFilesAttached: files.length > 0,
  });
  return {
    from: namedSender(formName, "via"),
    replyTo: content.replyTo,
    subject: content.subject,
    html: toNotificationHtml(content),
    text: toNotificationText(content),
    headers: GENERATED,
    ...(files.length > 0 ? { files } : {}),
  };
}

/** Returns the data for an email that isn't a notification. */
function readData(delivery: DueEmail): unknown {
  if (!delivery.sealedData) throw new Error(`a delivery of kind ${delivery.kind} has no data`);
  return JSON.parse(decryptSecret("email_data", delivery, delivery.sealedData));
}

/**
 * Returns the owner's look at the time of composing. A retry sends the email that was composed
 * first.
 */
const lookOf = ({ look }: DueEmail) => toLook(StoredLook.parse(look));

function ownOptOutUrl({ workspaceId, email }: DueEmail, key: Buffer): string {
  const addressHash = hashReplyAddress(key, workspaceId, email);
  return optOutUrl(makeOptOutToken(key, { workspaceId, addressHash }));
}

/**
 * Headers for an email to a visitor: they keep programs from replying, and offer to unsubscribe.
 */
const visitorHeaders = (optOut: string) => ({
  "Auto-Submitted": "auto-replied",
  "X-Auto-Response-Suppress": "All",
  Precedence: "auto_reply",
  "List-Unsubscribe": `<${optOut}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

function writeReply(delivery: DueEmail, key: Buffer): Content {
  const { workspaceName } = delivery;
  const draft = ReplyDraft.parse(readData(delivery));
  if (workspaceName === null) throw new Error("an auto-reply has no workspace");
  const look = lookOf(delivery);
  const sender = look.business ?? workspaceName;
  const reply = composeReply(draft, ownOptOutUrl(delivery, key), sender);
  return {
    from: namedSender(look.senderName ?? sender, "alone"),
    replyTo: draft.replyTo,
    subject: reply.subject,
    html: toReplyHtml(reply, toLetterhead(look)),
    text: toReplyText(reply, brandLines()),
    headers: visitorHeaders(reply.optOut.url),
  };
}

function writeConfirmation(delivery: DueEmail, key: Buffer): Content {
  const {
    workspaceId,
    submissionId,
    workspaceName,
    timeZone,
    formName,
    receivedAt: sentAt,
    preview,
  } = delivery;
  if (!submissionId || !sentAt || preview === null || formName === null || workspaceName === null)
    throw new Error("a confirmation has no submission");
  const draft = ConfirmationDraft.parse(readData(delivery));
  const look = lookOf(delivery);
  const sender = look.business ?? workspaceName;
  const message = { formName, workspaceName: sender, timeZone, sentAt, preview };
  const email = {
    ...draft,
    about: describeMessage(draft.language, message),
    url: confirmationUrl(key, { workspaceId, submissionId }),
    optOutUrl: ownOptOutUrl(delivery, key),
  };
  return {
    from: namedSender(look.senderName ?? sender, "alone"),
    replyTo: null,
    subject: email.subject,
    html: toConfirmationHtml(email, toLetterhead(look)),
    text: toConfirmationText(email),
    headers: visitorHeaders(email.optOutUrl),
  };
}

function writeDigest({ workspaceId }: DueEmail, digest: FoundDigest, key: Buffer): Content {
  const stopUrl = stopDigestsUrl(key, { workspaceId, ...digest });
  const content = toDigestContent(digest, stopUrl);
  return {
    from: settings().email.from,
    replyTo: null,
    subject: content.subject,
    html: toDigestHtml(content),
    text: toDigestText(content),
    headers: {
      ...GENERATED,
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function writeNotice(delivery: DueEmail): Content {
  const data = EmailData.parse(readData(delivery));
  const { email, timeZone } = delivery;
  const content = toNoticeContent(data, email, settings().baseUrl, timeZone);
  return {
    from: settings().email.from,
    replyTo: null,
    subject: content.subject,
    html: toNoticeHtml(content),
    text: toNoticeText(content),
    headers: GENERATED,
  };
}
