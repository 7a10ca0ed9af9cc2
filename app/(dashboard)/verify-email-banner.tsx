import { MailWarning } from "lucide-react";
import Link from "next/link";
import type { UnconfirmedUser } from "./onboarding-steps";
import { ResendButton } from "./resend-button";

/** On every page until the address is confirmed. The inbox leaves room for its height. */
export function VerifyEmailBanner({ email, emailHref }: UnconfirmedUser) {
  return (
    <section
      aria-label="Email confirmation"
      className="flex items-start gap-2.5 border-b bg-muted/60 px-4 py-3 sm:px-8 lg:h-11 lg:items-center lg:py-0"
    >
      <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-warning lg:mt-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1 lg:flex-nowrap">
        <p className="min-w-0 wrap-anywhere lg:truncate">
          <span className="font-medium">Confirm your email address.</span>{" "}
          {emailHref ? "The link is in the email to" : "We sent a link to"} {email}.
        </p>
        <p className="flex shrink-0 gap-4">
          {emailHref ? (
            <Link href={emailHref} className="link">
              Open email
            </Link>
          ) : null}
          <ResendButton />
        </p>
      </div>
    </section>
  );
}
