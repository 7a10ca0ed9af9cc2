/**
 * The reply that a visitor gets, in the words of its owner. One function for the preview and the
 * mail, so that they are the same. Pure.
 *
 * @param optOutUrl - the visitor's own signed link, or a placeholder
 */
export function composeReply(
  draft: { subject: string; message: string },
  optOutUrl: string,
): { subject: string; text: string } {
  const message = draft.message.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n");
  const footer = [
    "You get this automatic reply because you asked for one when you sent a message.",
    `No more of them, please: ${optOutUrl}`,
  ];
  return { subject: draft.subject, text: `${message}\n\n-- \n${footer.join("\n")}\n` };
}
