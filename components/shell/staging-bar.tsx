import Link from "next/link";
import { settings } from "#lib/core/settings/settings";

/**
 * Explains in capture mode that nothing is sent, and where the emails go. Renders nothing in live mode.
 *
 * @param isSignedIn - without a session, a link to the test inbox would only lead to the sign-in page
 */
export function StagingBar({ isSignedIn }: { isSignedIn: boolean }) {
  if (settings().email.mode !== "capture") return null;
  return (
    <section
      aria-label="Environment"
      className="sticky top-0 z-40 flex h-8 items-center justify-center gap-2.5 border-b border-warning/25 bg-warning-soft px-4 text-xs font-medium text-warning"
    >
      <span aria-hidden className="hatched h-3 w-6 shrink-0 rounded-sm border border-warning/25" />
      <span className="truncate">
        Test mode: email is captured{" "}
        {isSignedIn ? (
          <>
            in the{" "}
            <Link href="/test-inbox" prefetch={false} className="underline underline-offset-2">
              test inbox
            </Link>
          </>
        ) : (
          "instead of sent"
        )}
      </span>
    </section>
  );
}
