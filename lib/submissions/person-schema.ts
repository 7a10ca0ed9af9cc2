import { z } from "zod";
import { EmailAddress, Id, Timestamp } from "#lib/core/text";

/** Whose data are meant: everything is found by one address, in whatever case it was typed. */
export const PersonInput = z.strictObject({ email: EmailAddress });
export type PersonInput = z.output<typeof PersonInput>;

const Count = z.int().nonnegative();

/** How much there is of one person, and what an erasure would leave alone. */
export const PersonFindings = z.strictObject({
  /** Messages one of whose values is the address, in any folder of any form. */
  messages: Count,
  /** The same by form, most messages first. */
  forms: z.array(z.strictObject({ id: Id, name: z.string(), messages: Count })),
  files: Count,
  /** Mails about these messages, replies to the person included. */
  mails: Count,
  /** Webhook events with the content of these messages. */
  events: Count,
  /** Copies in the test inbox. */
  capturedMails: Count,
  /** Messages that only mention the address within a longer text: never exported or erased here. */
  mentions: Count,
  /** Whether the person opted out of automatic replies; kept, so that it stays so. */
  hasOptedOut: z.boolean(),
  /** Whether the address is a recipient or member of the workspace, whose own records stay. */
  isTeamAddress: z.boolean(),
});
export type PersonFindings = z.output<typeof PersonFindings>;

export const ErasedCounts = PersonFindings.pick({
  messages: true,
  files: true,
  mails: true,
  events: true,
  capturedMails: true,
});
export type ErasedCounts = z.output<typeof ErasedCounts>;

/** What an erasure did. `id` names its record, which knows what was done but not for whom. */
export const ErasureReceipt = z.strictObject({
  id: Id,
  erasedAt: Timestamp,
  erased: ErasedCounts,
  kept: PersonFindings.pick({ mentions: true, hasOptedOut: true, isTeamAddress: true }),
});
export type ErasureReceipt = z.output<typeof ErasureReceipt>;
