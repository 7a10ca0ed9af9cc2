import { z } from "zod";
import { Limit } from "#lib/core/cursor";
import { Timestamp } from "#lib/core/text";

export const REJECTIONS_KEPT_DAYS = 7;
/** Stands for all further origins of a minute that had too many to record separately. */
export const SEVERAL_ORIGINS = "*";

/** Rejected submissions of one form in one minute with the same code and Origin. */
export const Rejection = z.strictObject({
  /** The arrival of the last of them. */
  lastAt: Timestamp,
  /** The error code in the response. */
  code: z.string(),
  /** The origin as sent, cut to 200 characters; null when none was sent, {@link SEVERAL_ORIGINS} for several. */
  origin: z.string().nullable(),
  count: z.int().positive(),
});
export type Rejection = z.output<typeof Rejection>;

const RejectionPosition = z.tuple([z.int().nonnegative(), z.string(), z.string()]);
/** The end of a page of rejections: minute, code, and origin. */
export type RejectionPosition = z.output<typeof RejectionPosition>;

export function encodeRejectionCursor(position: RejectionPosition): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  return btoa(String.fromCharCode(...bytes));
}

function decodeRejectionCursor(cursor: string): RejectionPosition | null {
  try {
    const bytes = Uint8Array.from(atob(cursor), (character) => character.charCodeAt(0));
    return RejectionPosition.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // Not one of our cursors.
    return null;
  }
}

const RejectionCursor = z
  .string()
  .max(2_000)
  .transform((text, issue) => {
    const position = decodeRejectionCursor(text);
    if (position) return position;
    issue.addIssue({
      code: "custom",
      message: "must be an unchanged nextCursor from an earlier page",
    });
    return z.NEVER;
  });

export const ListRejectionsQuery = z.object({
  limit: Limit(50, 25),
  cursor: RejectionCursor.optional(),
});
export type ListRejectionsQuery = z.output<typeof ListRejectionsQuery>;

/** A finding of the form doctor. */
export const Finding = z.strictObject({
  /** Stable name of the rule, e.g. `widget_unverified`. */
  id: z.string(),
  /** `error`: messages or notifications are lost; `warning`: some may be; `note`: worth knowing. */
  severity: z.enum(["error", "warning", "note"]),
  /** The page that fixes it; `website` is the owner's own page. */
  section: z.enum([
    "messages",
    "settings",
    "recipients",
    "spam_protection",
    "routing",
    "auto_reply",
    "webhook",
    "destinations",
    "usage",
    "website",
  ]),
  /** The problem, in one or two sentences. */
  what: z.string(),
  /** The fix, in one or two sentences. */
  fix: z.string(),
});
export type Finding = z.output<typeof Finding>;
