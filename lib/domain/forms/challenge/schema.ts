import { z } from "zod";

/**
 * The work of a challenge: on average, 16 keys of 10,000 rounds each. One of them proves that it was done. Browsers
 * compute PBKDF2 outside the page's thread, so few keys with many rounds disturb the page less than many keys with few.
 */
export const CHALLENGE_WORK = {
  algorithm: "PBKDF2/SHA-256",
  cost: 10_000,
  keyLength: 32,
  keyPrefix: "0",
} as const;

const bytes = (count: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * count}}$`));

export const Challenge = z
  .object({
    parameters: z
      .object({
        algorithm: z.string().describe("How a key is derived from `nonce`, a counter, and `salt`."),
        cost: z.int().describe("Rounds for each key."),
        expiresAt: z.int().optional().describe("In Unix epoch seconds."),
        keyLength: z.int().describe("Length of a key in bytes."),
        keyPrefix: z.string().describe("How the key has to begin, in hexadecimal."),
        nonce: z
          .string()
          .describe("In hexadecimal. The counter follows it as 4 bytes, big-endian."),
        salt: z.string().describe("In hexadecimal."),
      })
      .describe("The work to do."),
    signature: z.string().describe("Shows that the challenge is this form's."),
  })
  .describe(
    "A challenge by ALTCHA's protocol (version 2), valid for 10 minutes. Send it back with its solution in the field `altcha`.",
  );
export type Challenge = z.output<typeof Challenge>;

/** The content of the field `altcha`: a challenge as we make it, and its solution. */
export const SolvedChallenge = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(CHALLENGE_WORK.algorithm),
      cost: z.literal(CHALLENGE_WORK.cost),
      expiresAt: z.int().positive(),
      keyLength: z.literal(CHALLENGE_WORK.keyLength),
      keyPrefix: z.literal(CHALLENGE_WORK.keyPrefix),
      nonce: bytes(16),
      salt: bytes(16),
    }),
    signature: bytes(32),
  }),
  solution: z.object({
    counter: z.int().min(0).max(0xffffffff),
    derivedKey: bytes(CHALLENGE_WORK.keyLength),
  }),
});
export type SolvedChallenge = z.output<typeof SolvedChallenge>;

/** The result of a form's own challenge; null if the form has none. A missing challenge counts as failed. */
export type OwnChallenge = "passed" | "failed" | null;
