import { z } from "zod";
import { Cursor, Limit } from "#lib/core/cursor";
import { DAY_MS } from "#lib/core/durations";

export const REJECTIONS_KEPT_DAYS = 7;

/**
 * Returns the time from which rejections are shown. Older ones aren't, even before maintenance
 * removes them.
 */
export function rejectionsSince(now: Date): Date {
  return new Date(now.getTime() - REJECTIONS_KEPT_DAYS * DAY_MS);
}

/** Replaces all further origins in a minute that had too many to record separately. */
export const SEVERAL_ORIGINS = "*";

/** Rejected submissions of one form in one minute with the same code and Origin. */
export type Rejection = {
  /** When the last of these submissions arrived, in epoch milliseconds. */
  lastAt: number;
  /** The error code in the response. */
  code: string;
  /** The origin as sent, cut to 200 characters; null when none was sent, {@link SEVERAL_ORIGINS} for several. */
  origin: string | null;
  count: number;
};

export const ListRejectionsQuery = z.object({
  limit: Limit(50, 25),
  cursor: Cursor.optional(),
});
export type ListRejectionsQuery = z.output<typeof ListRejectionsQuery>;

/** A finding of the form doctor. */
export const Finding = z.strictObject({
  /** Stable name of the rule, e.g. `widget_unverified`. */
  id: z.string(),
  /** `error`: messages or notifications are lost; `warning`: some may be; `note`: worth knowing. */
  severity: z.enum(["error", "warning", "note"]),
  /** The page where it can be fixed; `website` is the owner's own page. */
  section: z.enum([
    "messages",
    "settings",
    "fields",
    "recipients",
    "spam_protection",
    "routing",
    "auto_reply",
    "webhook",
    "destinations",
    "usage",
    "website",
  ]),
  what: z.string(),
  fix: z.string(),
});
export type Finding = z.output<typeof Finding>;

function findingOf(severity: Finding["severity"]) {
  return (
    id: string,
    section: Finding["section"],
    text: Pick<Finding, "what" | "fix">,
  ): Finding => ({ id, severity, section, ...text });
}

/** Functions that create a finding of each severity. */
export const errorFinding = findingOf("error");
export const warningFinding = findingOf("warning");
export const noteFinding = findingOf("note");
