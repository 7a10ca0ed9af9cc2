// Without Zod, because the page of the log loads this file.

/** The age and number of entries that a workspace keeps. */
export const AUDIT_KEPT_DAYS = 365;
export const MAX_AUDIT_ENTRIES = 100_000;

/** Everything that the audit log records, and its wording in a line of the log; `{}` is the subject's name. */
export const AUDIT_ACTIONS = {
  "account.created": "Signed up",
  "account.verified": "Verified their email address",
  "account.signed_in": "Signed in",
  "account.signed_out_everywhere": "Ended their sessions",
  "account.password_changed": "Changed their password",
  "account.password_reset": "Reset their password",
  "account.email_changed": "Changed their email address",
  "account.name_changed": "Changed their name",
  "account.authenticator_added": "Added an authenticator app",
  "account.authenticator_removed": "Removed their authenticator app",
  "account.recovery_codes_created": "Created recovery codes",
  "account.recovery_code_used": "Signed in with a recovery code",
  "account.passkey_added": "Added a passkey",
  "account.passkey_removed": "Removed a passkey",
  "account.test_email_sent": "Sent themselves a test email",
  "workspace.created": "Created the workspace",
  "workspace.updated": "Changed the workspace",
  "workspace.exported": "Exported all workspace data",
  "workspace.deleted": "Deleted the workspace",
  "member.invited": "Invited {}",
  "member.invitation_revoked": "Revoked the invitation of {}",
  "member.joined": "Joined the workspace",
  "member.role_changed": "Changed the role of {}",
  "member.removed": "Removed the member {}",
  "member.left": "Left the workspace",
  "token.created": "Created the token {}",
  "token.revoked": "Revoked the token {}",
  "recipient.added": "Added the recipient {}",
  "recipient.verification_sent": "Sent another confirmation email to {}",
  "recipient.verified": "Confirmed the recipient {}",
  "recipient.blocked": "Stopped notifications to {}",
  "recipient.removed": "Removed the recipient {}",
  "form.created": "Created the form {}",
  "form.duplicated": "Created the form {} as a copy",
  "form.updated": "Changed the form {}",
  "form.deleted": "Deleted the form {}",
  "form.key_rotated": "Rotated the public key of {}",
  "form.fields_saved": "Saved the fields of {}",
  "form.page_saved": "Saved the hosted page of {}",
  "form.logo_saved": "Saved the logo of {}",
  "form.logo_removed": "Removed the logo of {}",
  "form.blocked_words_saved": "Changed the blocked words of {}",
  "form.spam_retention_saved": "Changed how long {} keeps spam",
  "sender.blocked": "Blocked {}",
  "sender.unblocked": "Unblocked {}",
  "turnstile.saved": "Saved the Turnstile widget of {}",
  "turnstile.deleted": "Disconnected the Turnstile widget of {}",
  "routing.saved": "Saved the routing rules of {}",
  "autoresponder.saved": "Saved the auto-reply of {}",
  "webhook.created": "Created the webhook of {}",
  "webhook.updated": "Changed the webhook of {}",
  "webhook.secret_rotated": "Rotated the webhook signing secret of {}",
  "webhook.deleted": "Deleted the webhook of {}",
  "destination.created": "Added a destination to {}",
  "destination.updated": "Changed a destination of {}",
  "destination.secret_rotated": "Rotated the signing secret of a destination of {}",
  "destination.deleted": "Deleted a destination of {}",
  "submissions.exported": "Exported messages",
  "submissions.deleted": "Deleted messages",
  "person.exported": "Exported a person’s data",
  "person.erased": "Deleted a person’s data",
  "audit.exported": "Exported the audit log",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** The part of an action before the dot, and its name in the filter. */
export const AUDIT_GROUPS = {
  account: "Accounts",
  workspace: "Workspace",
  member: "Members",
  token: "Tokens",
  recipient: "Recipients",
  form: "Forms",
  sender: "Blocked senders",
  turnstile: "Cloudflare Turnstiles",
  routing: "Routing rules",
  autoresponder: "Auto-replies",
  webhook: "Webhooks",
  destination: "Destinations",
  submissions: "Messages",
  person: "Data requests",
  audit: "Audit log",
} as const satisfies Record<Group<AuditAction>, string>;

type Group<Action extends string> = Action extends `${infer Name}.${string}` ? Name : never;

/** A value that details may contain. */
export type AuditValue = string | number | boolean | null;

/** Details for a reader of the log, by name, such as which settings changed. */
export type AuditDetails = Readonly<
  Record<string, AuditValue | readonly string[] | Readonly<Record<string, AuditValue>>>
>;
