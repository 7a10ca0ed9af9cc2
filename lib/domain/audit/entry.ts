import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { Day, Id, Timestamp, TimeZone } from "#lib/core/text";
import { AUDIT_GROUPS } from "#lib/domain/audit/schema";

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type AuditValue = z.output<typeof Value>;
const Details = z.record(
  z.string(),
  z.union([Value, z.array(z.string()), z.record(z.string(), Value)]),
);
/** Details for a reader of the log, by name, such as which settings changed. */
export type AuditDetails = z.output<typeof Details>;

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

/** Filters of the log. Days are in `timeZone`, or in UTC without one. */
export const AuditFilter = z.strictObject({
  actor: Id.optional(),
  group: z
    .enum(Object.keys(AUDIT_GROUPS), { error: "must be the first part of an action" })
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
  timeZone: TimeZone.optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const ListAuditQuery = AuditFilter.extend({
  limit: Limit(100, 50),
  cursor: Cursor.optional(),
});
export type ListAuditQuery = z.output<typeof ListAuditQuery>;
