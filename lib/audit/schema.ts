import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { parseTimeZone } from "#lib/core/moment";
import { Id, Timestamp } from "#lib/core/text";

/** How long an entry is kept, and how many of a workspace. */
export const AUDIT_KEPT_DAYS = 365;
export const MAX_AUDIT_ENTRIES = 100_000;

/** Everything that the audit log records, and how a line of the log says it; `{}` is the subject's name. */
export const AUDIT_ACTIONS = {
  "account.created": "Signed up",
  "account.verified": "Verified their email address",
  "account.signed_in": "Signed in",
  "account.signed_out_everywhere": "Ended their sessions",
  "account.password_changed": "Changed their password",
  "account.password_reset": "Reset their password",
  "account.email_changed": "Changed their email address",
  "account.authenticator_added": "Added an authenticator app",
  "account.authenticator_removed": "Removed their authenticator app",
  "account.recovery_codes_created": "Created recovery codes",
  "account.recovery_code_used": "Signed in with a recovery code",
  "account.passkey_added": "Added a passkey",
  "account.passkey_removed": "Removed a passkey",
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
  "form.created": "Created the form {}",
  "form.updated": "Changed the form {}",
  "form.deleted": "Deleted the form {}",
  "form.key_rotated": "Rotated the public key of {}",
  "turnstile.saved": "Saved the anti-spam widget of {}",
  "turnstile.deleted": "Disconnected the anti-spam widget of {}",
  "routing.saved": "Saved the routing rules of {}",
  "autoresponder.saved": "Saved the auto-reply of {}",
  "webhook.created": "Created the webhook of {}",
  "webhook.updated": "Changed the webhook of {}",
  "webhook.secret_rotated": "Rotated the webhook signing secret of {}",
  "webhook.deleted": "Deleted the webhook of {}",
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
  turnstile: "Anti-spam widgets",
  routing: "Routing rules",
  autoresponder: "Auto-replies",
  webhook: "Webhooks",
  submissions: "Messages",
  person: "Data requests",
  audit: "Audit log",
} as const satisfies Record<Group<AuditAction>, string>;

type Group<Action extends string> = Action extends `${infer Name}.${string}` ? Name : never;

/** A value that details may contain. */
export const AuditValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditValue = z.output<typeof AuditValue>;

/** What a reader of the log also needs, by name, such as which settings changed. */
export type AuditDetails = Readonly<
  Record<string, AuditValue | readonly string[] | Readonly<Record<string, AuditValue>>>
>;

const Details = z.record(
  z.string(),
  z.union([AuditValue, z.array(z.string()), z.record(z.string(), AuditValue)]),
);

export const AuditEntry = z.strictObject({
  id: Id,
  at: Timestamp,
  /** A text, because an older or newer version may have written it. */
  action: z.string(),
  actor: z.strictObject({
    kind: z.enum(["user", "token", "visitor", "system"]),
    id: Id.nullable(),
    name: z.string().nullable(),
  }),
  subject: z.strictObject({ id: z.string().nullable(), name: z.string().nullable() }),
  details: Details.nullable().catch(null),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const DAY = "must be a day like 2026-11-21";
const Day = z.iso.date({ error: DAY, abort: true }).refine((day) => /^20/.test(day), DAY);

/** Filters of the log. Days are in `timeZone`, or in UTC without one. */
export const AuditFilter = z.strictObject({
  actor: Id.optional(),
  group: z
    .enum(Object.keys(AUDIT_GROUPS), { error: "must be the first part of an action" })
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
  timeZone: z
    .string()
    .max(100)
    .refine((name) => parseTimeZone(name) !== undefined, "must be a time zone")
    .optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const ListAuditQuery = AuditFilter.extend({
  limit: Limit(100, 50),
  cursor: Cursor.optional(),
});
export type ListAuditQuery = z.output<typeof ListAuditQuery>;
