import { Readable } from "node:stream";
import type { NodemailerError } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer";
import { type Email, type EmailCall, type EmailOutcome, toOneLine } from "#lib/clients/email";
import {
  dropConnection,
  keepConnection,
  openConnection,
  type SmtpConnection,
  takeIdleConnection,
  withinSignal,
} from "#lib/clients/smtp-connections";
import type { SmtpServer } from "#lib/core/email-settings";

type Composed = { envelope: { from: string; to: string }; content: Buffer };

/** Addresses are passed as they are: a text could name several. */
const toAddress = (address: string) => ({ name: "", address });

async function compose(email: Email, idempotencyKey: string): Promise<Composed> {
  const { from, to, replyTo, subject, headers, html, text } = email;
  const [, host = "localhost"] = /@([^\s@<>]+)>?$/.exec(from) ?? [];
  const message = new MailComposer({
    from,
    to: toAddress(to),
    ...(replyTo === null ? {} : { replyTo: toAddress(replyTo) }),
    subject,
    headers,
    html,
    text,
    // Mailboxes that know the message already drop a repeat.
    messageId: `<${idempotencyKey}@${host}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return {
    envelope: { from: message.getEnvelope().from || "", to },
    content: await message.build(),
  };
}

/** The progress of an email: without its end, the server drops the content that it has. */
type Progress = { isContentSent: boolean };

function transmit(
  connection: SmtpConnection,
  { envelope, content }: Composed,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  // Ends when all of it was passed on; the dot that ends the content follows.
  const source = Readable.from([content]).once("end", () => {
    progress.isContentSent = true;
  });
  return withinSignal(connection, signal, (done) => {
    connection.smtp.send({ ...envelope, size: content.byteLength }, source, done);
  });
}

/** A connection that waited may have been closed by the server, which says nothing about the email. */
function isStale(connection: SmtpConnection, failure: unknown, { isContentSent }: Progress) {
  const code = toFailure(failure).responseCode;
  return connection.sentCount > 0 && !isContentSent && (code === undefined || code === 421);
}

async function transmitOnOne(
  server: SmtpServer,
  composed: Composed,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const connection = takeIdleConnection(server) ?? (await openConnection(server, signal));
    try {
      await transmit(connection, composed, progress, signal);
      return keepConnection(server, connection);
    } catch (failure) {
      dropConnection(connection);
      if (signal.aborted || !isStale(connection, failure, progress)) throw failure;
    }
  }
}

/**
 * Sends one email to an SMTP server. SMTP has no idempotency: once the content was sent, an email without
 * a response may have arrived, and a repeat could be a second one. Never throws for a failed call.
 */
export async function sendBySmtp(
  email: Email,
  { idempotencyKey, signal }: EmailCall,
  server: SmtpServer,
): Promise<EmailOutcome> {
  const progress = { isContentSent: false };
  try {
    const composed = await compose(email, idempotencyKey);
    await transmitOnOne(server, composed, progress, signal);
    return { kind: "accepted", emailId: null };
  } catch (failure) {
    return explainSmtpFailure(failure, progress.isContentSent);
  }
}

/** What's known of a failure: Nodemailer adds properties to the errors of sockets, and to its own. */
function toFailure(failure: unknown): Partial<NodemailerError> {
  return failure instanceof Error ? failure : {};
}

/** Problems that Nodemailer finds with the email itself, before it's sent. */
const WRONG_EMAIL = new Set(["EENVELOPE", "EMESSAGE"]);

/** Reads why an email wasn't accepted: by the server's response, or by how far the email got. */
export function explainSmtpFailure(failure: unknown, isContentSent: boolean): EmailOutcome {
  const { code, originalCode, command, response, responseCode } = toFailure(failure);
  if (command === "STARTTLS")
    return { kind: "unreachable", error: "The email server doesn't support STARTTLS." };
  if (responseCode !== undefined && responseCode >= 400) {
    const error = toSentence(responseCode, command, response);
    return responseCode >= 500
      ? { kind: "rejected", error, isAboutKey: false }
      : { kind: "deferred", error };
  }
  if (failure instanceof DOMException && failure.name === "TimeoutError")
    return {
      kind: isContentSent ? "ambiguous" : "unreachable",
      error: "The email server didn't respond in time.",
    };
  const name = originalCode ?? code;
  const inBrackets = name ? ` (${name})` : "";
  if (isContentSent)
    return { kind: "ambiguous", error: `Lost the connection to the email server${inBrackets}.` };
  if (code && WRONG_EMAIL.has(code))
    return {
      kind: "rejected",
      error: `The email can't be sent by SMTP${inBrackets}.`,
      isAboutKey: false,
    };
  return { kind: "unreachable", error: `Couldn't reach the email server${inBrackets}.` };
}

/** For owners. A response to the sign-in isn't shown: it's about the account of the operator. */
function toSentence(status: number, command: string | undefined, response = ""): string {
  if (command?.startsWith("AUTH")) return `The email server rejected the sign-in (${status}).`;
  const words = response.replace(/^\d{3}[ -]?/, "");
  return toOneLine(`The email server responded with ${status}${words ? `: ${words}` : "."}`);
}
