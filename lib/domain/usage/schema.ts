import { z } from "zod";
import { Timestamp } from "#lib/core/text";

/** Submissions per month that each plan allows. */
export const PLAN_ALLOWANCES = { starter: 1_000, team: 10_000, scale: 100_000 } as const;
/**
 * Beyond the allowance, submissions are held: stored without sending anything about them. Beyond this
 * multiple of it, they're rejected.
 */
export const HELD_UP_TO = 2;
export const PlanName = z.enum(["starter", "team", "scale"]);
export type PlanName = z.output<typeof PlanName>;

const Count = z.int().nonnegative();

export const Usage = z
  .strictObject({
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe("UTC calendar month, `YYYY-MM`."),
    periodStart: Timestamp,
    periodEnd: Timestamp.describe("When the next month starts, in Unix epoch milliseconds."),
    accepted: Count.describe(
      "Submissions stored this month, without spam. Moving or deleting them doesn't change this.",
    ),
    spam: Count.describe("Submissions stored as spam this month."),
    held: Count.describe(
      "Submissions accepted beyond the allowance. Their notifications and events are still held.",
    ),
    allowance: Count.nullable().describe(
      "Submissions per month that the workspace can receive. Spam doesn't count. Null if there's no limit.",
    ),
    folders: z
      .record(z.string(), Count)
      .describe("Current submissions by folder. Empty folders may be absent."),
    storageBytes: Count.describe(
      "Storage used by submissions and files, in bytes, including files awaiting cleanup.",
    ),
  })
  .describe("Usage in the current UTC calendar month.");
export type Usage = z.output<typeof Usage>;
