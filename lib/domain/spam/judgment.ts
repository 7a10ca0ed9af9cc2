import { z } from "zod";
import { openSet } from "#lib/core/text";
import { SCRIPT_NAMES } from "#lib/domain/spam/content-signs";
import { SIGNAL_CODES } from "#lib/domain/spam/signals";

export const SignalView = z
  .strictObject({
    code: openSet(SIGNAL_CODES).describe("What was found."),
    points: z.int().describe("Negative for what speaks for the message."),
    text: z.string().describe("What was found, in words."),
  })
  .describe("One sign of spam in a message's content.");

/** The findings about a message on arrival, and the traits to remember. Stored with the message. */
export const Judgment = z.object({
  signals: z.array(z.object({ code: z.enum(SIGNAL_CODES), points: z.int(), text: z.string() })),
  links: z.int(),
  scripts: z.array(z.enum(SCRIPT_NAMES)),
  digest: z.string().nullable(),
});
export type Judgment = z.output<typeof Judgment>;
