import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";

/** The account of the demo workspace. No one reads its mailbox. */
export const DEMO_EMAIL = "demo@example.com";

/** Returns whether this installation is a public demo, which anyone can enter, and which calls no one. */
export function isPublicDemo(): boolean {
  return settings().demo === "reset";
}

/** Returns whether an account is the one that all visitors of a public demo share. */
export function isSharedAccount({ email }: { email: string }): boolean {
  return isPublicDemo() && email === DEMO_EMAIL;
}

/**
 * Rejects what would affect the other visitors of a public demo, or outlast it.
 *
 * @throws {AppError} owner_required
 */
export function requireOwnAccount(user: { email: string }): void {
  if (isSharedAccount(user))
    throw new AppError(
      "owner_required",
      "This isn't part of the demo: all visitors share its account.",
    );
}

/** A caller of whom nothing is recorded. */
export function anonymous({ now }: Caller): Caller {
  return { address: "demo", network: "demo", userAgent: null, now };
}
