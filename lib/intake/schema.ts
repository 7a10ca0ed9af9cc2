import { z } from "zod";
import { Limit } from "#lib/core/cursor";
import { Timestamp } from "#lib/core/text";

/** Days that refused posts are kept (CONTRACT section 4). */
export const REFUSALS_KEPT_DAYS = 7;
/** Stands for the further origins of a minute in which more came than are told apart. */
export const SEVERAL_ORIGINS = "*";

/** Refused posts of one form in one minute with one code and Origin, added up. */
export const Refusal = z.strictObject({
  /** When the last of them came. */
  lastAt: Timestamp,
  /** The error code that their visitors were answered. */
  code: z.string(),
  /** As sent, cut to 200 characters; null when there was none, {@link SEVERAL_ORIGINS} for several. */
  origin: z.string().nullable(),
  count: z.int().positive(),
});
export type Refusal = z.output<typeof Refusal>;

const RefusalPosition = z.tuple([z.int().nonnegative(), z.string(), z.string()]);
/** Where a page of refusals ended: minute, code and origin. */
export type RefusalPosition = z.output<typeof RefusalPosition>;

export function encodeRefusalCursor(position: RefusalPosition): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  return btoa(String.fromCharCode(...bytes));
}

function decodeRefusalCursor(cursor: string): RefusalPosition | null {
  try {
    const bytes = Uint8Array.from(atob(cursor), (character) => character.charCodeAt(0));
    return RefusalPosition.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // Whatever it is, it is no cursor of ours.
    return null;
  }
}

const RefusalCursor = z
  .string()
  .max(2_000)
  .transform((text, issue) => {
    const position = decodeRefusalCursor(text);
    if (position) return position;
    issue.addIssue({
      code: "custom",
      message: "must be a nextCursor of an earlier page, unchanged",
    });
    return z.NEVER;
  });

export const ListRefusalsQuery = z.object({
  limit: Limit(50, 25),
  cursor: RefusalCursor.optional(),
});
export type ListRefusalsQuery = z.output<typeof ListRefusalsQuery>;

/** What the form doctor has to say of one thing. */
export const Finding = z.strictObject({
  /** Stable name of the rule, e.g. `widget_unverified`. */
  id: z.string(),
  /** `error`: messages or notices are lost now; `warning`: some may be; `note`: worth knowing. */
  severity: z.enum(["error", "warning", "note"]),
  /** Where it is mended; `website`: on the owner's own pages. */
  section: z.enum([
    "settings",
    "recipients",
    "spam_protection",
    "routing",
    "auto_reply",
    "webhook",
    "usage",
    "website",
  ]),
  /** What is found, in one or two sentences. */
  what: z.string(),
  /** What to do about it, in one or two sentences. */
  mend: z.string(),
});
export type Finding = z.output<typeof Finding>;
