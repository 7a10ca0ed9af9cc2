/** What a reply says; both of its forms, HTML and text, are made from it. */
export type Reply = {
  subject: string;
  /** The owner's words. Nothing that a visitor typed is ever in a reply: it could be anybody's advertisement. */
  message: string;
  reason: string;
  optOut: { label: string; url: string };
};

/**
 * The reply that a visitor gets, in the words of its owner. One function for the preview and the
 * mail, so that they are the same. Pure.
 *
 * @param optOutUrl - the visitor's own signed link, or a placeholder
 */
export function composeReply(
  draft: { subject: string; message: string },
  optOutUrl: string,
): Reply {
  return {
    subject: draft.subject,
    message: draft.message.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"),
    reason: "You get this automatic reply because you asked for one when you sent a message.",
    optOut: { label: "No more of them, please:", url: optOutUrl },
  };
}

export function toReplyText({ message, reason, optOut }: Reply): string {
  return `${message}\n\n-- \n${reason}\n${optOut.label} ${optOut.url}\n`;
}
