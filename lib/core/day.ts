import { z } from "zod";
import { parseTimeZone } from "#lib/core/moment";

const DAY = "must be a day like 2026-11-21";

/** A day of this century, `2026-11-21`. */
export const Day = z.iso.date({ error: DAY, abort: true }).refine((day) => /^20/.test(day), DAY);

/** The time zone of days, like `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(100)
  .refine((name) => parseTimeZone(name) !== undefined, "must be a time zone");
