import type { Submission } from "#lib/submissions/schema";

/** The check that caught a message, in a word or two; null for what is no spam. */
export function spamCheckName(reason: Submission["spamReason"]): string | null {
  switch (reason) {
    case "honeypot":
      return "Honeypot";
    case "manual":
      return "By hand";
    case null:
      return null;
  }
}
