import { createTransport, type NodemailerError, type Transporter } from "nodemailer";
import {
  type Email,
  type EmailCall,
  type EmailOutcome,
  messageId,
  readMailbox,
  toOneLine,
} from "#lib/adapters/email/email";
import type { SmtpServer } from "#lib/core/settings/email-settings";

const POOL = {
  pool: true,
  /** Two concurrent drains send this many, so no email waits for a connection. */
  maxConnections: 20,
  /** Servers limit the emails of one connection, some to 100. */
  maxMessages: 50,
  /** Servers close idle connections, some after 10 seconds. */
  idleTimeout: 5_000,
} as const;

const TLS_OPTIONS = {
  tls: { secure: true },
  starttls: { requireTLS: true },
  starttls_if_offered: {},
  none: { ignoreTLS: true },
} as const satisfies Record<SmtpServer["security"], object>;

/**
 * The signals of calls whose whole content was sent, so that the final dot follows. Without the dot, the
 * server discards the content.
 */
const sentContents = new WeakSet<AbortSignal>();

function openTransport({ host, port, security, login }: SmtpServer): Transporter {
  return createTransport({
    ...POOL,
    host,
    port,
    ...TLS_OPTIONS[security],
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).use("stream", ({ message, data: { signal } }, done) => {
    message.processFunc((content) => content.once("end", () => signal && sentContents.add(signal)));
    done();
  });
}

const transports = new WeakMap<SmtpServer, Transporter>();

function transportTo(server: SmtpServer): Transporter {
  const known = transports.get(server) ?? openTransport(server);
  transports.set(server, known);
  return known;
}

/**
 * Sends one email to an SMTP server. SMTP has no idempotency: once the content was sent, an email without
 * a response may have arrived, and a repeat could be a second one. Never throws for a failed call.
 *
 * @param call - its signal is of this call alone
 */
export async function sendBySmtp(
  { to, replyTo, files: _, ...email }: Email,
  { idempotencyKey, signal, attachments = [] }: EmailCall,
  server: SmtpServer,
): Promise<EmailOutcome> {
  try {
    await transportTo(server).sendMail({
      ...email,
      // Passed as objects, because a string could contain several addresses.
      to: readMailbox(to),
      ...(replyTo === null ? {} : { replyTo: readMailbox(replyTo) }),
      // Mailboxes that already have a message with this ID drop a repeat.
      messageId: messageId(idempotencyKey, email.from),
      xMailer: false,
      attachments: [...attachments],
      signal,
    });
    return { kind: "accepted", emailId: null };
  } catch (failure) {
    const outcome = sentContents.has(signal) ? MAY_HAVE_ARRIVED : NOT_SENT;
    if (!signal.aborted) return explainFailure(failure, outcome);
    return { ...outcome, error: "The email server didn't respond in time." };
  }
}

/**
 * Commands whose rejection is about this service: the greeting and what follows it, the sign-in, and the sender.
 */
const ABOUT_SERVICE = /^(CONN|EHLO|LHLO|HELO|STARTTLS|AUTH|MAIL FROM)/;
/** A refusal of MAIL FROM that is about the email's size (RFC 1870). */
const TOO_LARGE = 552;
/** Some servers only report at the recipient that they require a sign-in (RFC 4954). */
const SIGN_IN_CODES = [530, 535];

const REJECTED = { kind: "rejected", isFirst: false } as const;
const NOT_SENT = { kind: "failed", waitMs: null } as const;
const MAY_HAVE_ARRIVED = { kind: "unknown", canRepeat: false } as const;

/**
 * Reads the properties of a failure, which Nodemailer adds to the errors of sockets, and to its own.
 */
function toFailure(failure: unknown): Partial<NodemailerError> {
  return failure instanceof Error ? failure : {};
}

/** Problems that Nodemailer finds with the email itself, before it's sent. */
const WRONG_EMAIL = new Set(["EENVELOPE", "EMESSAGE"]);

/** Reads why an email wasn't accepted: by the server's response, or by how far the email got. */
function explainFailure(
  failure: unknown,
  outcome: typeof NOT_SENT | typeof MAY_HAVE_ARRIVED,
): EmailOutcome {
  const { code, originalCode, command = "", response, responseCode } = toFailure(failure);
  if (command === "STARTTLS")
    return { kind: "refused", error: "The email server doesn't support STARTTLS." };
  if (responseCode !== undefined && responseCode >= 400) {
    const error = toSentence(responseCode, command, response);
    if (responseCode < 500) return { ...NOT_SENT, error };
    const isRefusal =
      (ABOUT_SERVICE.test(command) && responseCode !== TOO_LARGE) ||
      SIGN_IN_CODES.includes(responseCode);
    return isRefusal && outcome.kind === "failed"
      ? { kind: "refused", error }
      : { ...REJECTED, error };
  }
  if (code === "EAUTH")
    return { kind: "refused", error: "The email server doesn't support this sign-in." };
  const name = originalCode ?? code;
  const inBrackets = name ? ` (${name})` : "";
  if (outcome.kind === "unknown")
    return { ...outcome, error: `Lost the connection to the email server${inBrackets}.` };
  return code && WRONG_EMAIL.has(code)
    ? { ...REJECTED, error: `The email can't be sent by SMTP${inBrackets}.` }
    : { ...NOT_SENT, error: `Couldn't reach the email server${inBrackets}.` };
}

/**
 * Returns the reason to show to owners. It doesn't contain a response to the sign-in, which is about the
 * operator's account.
 */
function toSentence(status: number, command: string, response = ""): string {
  if (command.startsWith("AUTH")) return `The email server rejected the sign-in (${status}).`;
  const words = response.replace(/^\d{3}[ -]?/, "");
  return toOneLine(`The email server responded with ${status}${words ? `: ${words}` : "."}`);
}
