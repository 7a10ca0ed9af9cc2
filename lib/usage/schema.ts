import { z } from "zod";
import { Timestamp } from "#lib/core/text";

/** Submissions a month that each plan allows (CONTRACT section 4). */
export const PLAN_ALLOWANCES = { starter: 1_000, team: 10_000, scale: 100_000 } as const;
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
    periodEnd: Timestamp.describe("Epoch milliseconds at which the next month begins."),
    accepted: Count.describe(
      "Submissions stored as not spam this month; moving or deleting them changes nothing.",
    ),
    spam: Count.describe("Submissions stored as spam this month."),
    allowance: Count.describe("Submissions a month that the plan allows; spam does not count."),
    folders: z
      .record(z.string(), Count)
      .describe("Current messages by folder; empty folders may be absent."),
    storageBytes: Count.describe("Bytes of all files, those that await cleanup included."),
  })
  .describe("Usage of the UTC calendar month.");
export type Usage = z.output<typeof Usage>;
