import { cookies } from "next/headers";
import Link from "next/link";
import { settings } from "#lib/core/settings/settings";
import { cookieName } from "#lib/entry/account/cookie";

/** Explains in capture mode that nothing is sent, and where the emails go. Nothing in live mode. */
export async function StagingBar() {
  if (settings().email.mode !== "capture") return null;
  // Before someone signs in, the link would lead to a page that asks for it. The page itself checks the session.
  const isSignedIn = (await cookies()).has(cookieName());
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
