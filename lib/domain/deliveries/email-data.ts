import { z } from "zod";

const Account = z.literal("account");

/** A link that its receiver asked for, or that follows from a change. */
const AccountLink = z.strictObject({
  kind: Account,
  purpose: z.enum(["email_verification", "password_reset", "email_change", "email_changed"]),
  link: z.url(),
});
export type AccountLink = z.output<typeof AccountLink>;

/** An event in an account that its owner should know about in case it wasn't them. */
const SecurityNotice = z.strictObject({
  kind: Account,
  purpose: z.enum([
    "password_changed",
    "password_was_reset",
    "new_sign_in",
    "token_created",
    "app_connected",
    "passkey_added",
    "passkey_removed",
    "identity_linked",
    "identity_removed",
    "authenticator_added",
    "authenticator_removed",
    "recovery_code_used",
    "recovery_codes_created",
  ]),
  /** The name of the token, app, passkey, or sign-in provider. */
  name: z.string().nullable(),
  /** The time, browser, and IP address of the request; null if no request caused it. */
  at: z.int(),
  browser: z.string().nullable(),
  address: z.string().nullable(),
});
export type SecurityNotice = z.output<typeof SecurityNotice>;

const InvitationNotice = z.strictObject({
  kind: Account,
  purpose: z.literal("invitation"),
  link: z.url(),
  workspaceName: z.string(),
  /** The email address of the owner who invites. */
  inviter: z.string(),
  /** The inviting owner's name; null if they gave none. */
  inviterName: z.string().nullable(),
  role: z.enum(["owner", "member"]),
});
export type InvitationNotice = z.output<typeof InvitationNotice>;

const AccessEnded = z.strictObject({
  kind: Account,
  purpose: z.literal("access_ended"),
  link: z.url(),
  workspaceName: z.string(),
  /** True if the workspace was deleted; otherwise an owner removed the member. */
  isDeleted: z.boolean(),
});
export type AccessEnded = z.output<typeof AccessEnded>;

const TokenExpiring = z.strictObject({
  kind: Account,
  purpose: z.literal("token_expiring"),
  /** The page on which tokens are created. */
  link: z.url(),
  workspaceName: z.string(),
  tokenName: z.string(),
  expiresAt: z.int(),
});
export type TokenExpiring = z.output<typeof TokenExpiring>;

const RecipientBlocked = z.strictObject({
  kind: Account,
  purpose: z.literal("recipient_blocked"),
  /** The page where the address can be confirmed again. */
  link: z.url(),
  workspaceName: z.string(),
  /** The blocked address. */
  email: z.string(),
  reason: z.enum(["bounced", "complained"]),
});
export type RecipientBlocked = z.output<typeof RecipientBlocked>;

const SpamSummary = z.strictObject({
  kind: Account,
  purpose: z.literal("spam_summary"),
  /** The page that lists the messages in spam. Opening it changes nothing. */
  link: z.url(),
  workspaceName: z.string(),
  /** Counts of the last week: messages in spam, and suspected messages that were delivered. */
  spam: z.int(),
  suspected: z.int(),
  /** The sender's names of some of these messages, newest first, in the visitors' own words. */
  senders: z.array(z.string()),
});
export type SpamSummary = z.output<typeof SpamSummary>;

/** What a colleague or a token did to a message. Visitors' texts are cleaned when they're shown. */
const aboutMessage = {
  kind: Account,
  link: z.url(),
  workspaceName: z.string(),
  /** The name of the colleague or token. */
  by: z.string(),
  formName: z.string(),
  /** The sender that the message names; empty if it names none. */
  sender: z.string(),
};

const Assigned = z.strictObject({
  ...aboutMessage,
  purpose: z.literal("assigned"),
  /** The number of messages. `sender` and `formName` are those of one of them. */
  count: z.int(),
});
export type Assigned = z.output<typeof Assigned>;

const Mentioned = z.strictObject({
  ...aboutMessage,
  purpose: z.literal("mentioned"),
  /** The note. */
  text: z.string(),
  /**
   * The number of messages that the note is about. `sender` and `formName` are those of one of
   * them.
   */
  count: z.int(),
});
export type Mentioned = z.output<typeof Mentioned>;

const AccountData = z.discriminatedUnion("purpose", [
  Assigned,
  Mentioned,
  SpamSummary,
  AccountLink,
  SecurityNotice,
  InvitationNotice,
  AccessEnded,
  TokenExpiring,
  RecipientBlocked,
]);
export type AccountData = z.output<typeof AccountData>;

/**
 * The content of an email that isn't about a submission. Encrypted until the email is sent, because
 * links are secrets.
 */
export const EmailData = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("verification"), workspaceName: z.string(), link: z.url() }),
  z.strictObject({
    kind: z.literal("allowance"),
    workspaceName: z.string(),
    percent: z.int(),
    accepted: z.int(),
    allowance: z.int(),
    month: z.string(),
  }),
  z.strictObject({
    kind: z.literal("webhook_notice"),
    workspaceName: z.string(),
    formId: z.uuid(),
    formName: z.string(),
    /** Only the host: the endpoint's URL may contain secrets. */
    host: z.string(),
    /** The endpoint's new health. */
    health: z.enum(["healthy", "failing", "suspended"]),
    /** True if it responded with 410 Gone, or with its service's equivalent. */
    isGone: z.boolean(),
    /** The name of a destination; null for the form's webhook. */
    destination: z.string().nullable().default(null),
  }),
  AccountData,
]);
export type EmailData = z.output<typeof EmailData>;
