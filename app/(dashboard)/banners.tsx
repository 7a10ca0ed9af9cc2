import { FlaskConical, type LucideIcon, MailWarning, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";
import { DayOf } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import type { AllowanceState } from "#lib/domain/usage/get-usage";
import { hasPlans } from "#lib/domain/usage/get-usage";
import type { UnconfirmedUser } from "./onboarding-steps";
import { ResendButton } from "./resend-button";

type BannerProps = { label: string; Icon: LucideIcon; tone: string; children: ReactNode };

/** Above every page. The inbox leaves room for its height. */
function Banner({ label, Icon, tone, children }: BannerProps) {
  return (
    <section
      aria-label={label}
      className="flex items-start gap-2.5 border-b bg-muted/60 px-4 py-3 sm:px-8 lg:h-11 lg:items-center lg:py-0"
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0 lg:mt-0", tone)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1 lg:flex-nowrap">
        {children}
      </div>
    </section>
  );
}

export function DemoBanner() {
  return (
    <Banner label="Demo" Icon={FlaskConical} tone="text-primary">
      <p className="min-w-0 text-pretty lg:truncate">
        <span className="font-medium">You’re in the demo.</span> Others see what you do, and it
        starts over every hour. Emails are captured, and uploads and webhooks are off.
      </p>
    </Banner>
  );
}

export function AllowanceBanner({ state }: { state: AllowanceState }) {
  const { held, heldSince, isFull, periodEnd } = state;
  const resets = `${formatUtc(periodEnd, "dayOfYear")} (UTC)`;
  return (
    <Banner
      label="Monthly allowance"
      Icon={TriangleAlert}
      tone={isFull ? "text-destructive" : "text-warning"}
    >
      <p className="min-w-0 text-pretty lg:truncate">
        {isFull ? (
          <span className="font-medium">Your forms are rejecting messages until {resets}. </span>
        ) : null}
        {heldSince === null ? null : (
          <>
            <span className="font-medium">{countOf(held, "message")} on hold</span> since{" "}
            <DayOf at={heldSince} />
            {isFull ? " will be sent then." : `. Emails and webhook events go out on ${resets}.`}
          </>
        )}
      </p>
      <Link href="/usage" className="link shrink-0">
        {hasPlans() ? "View plans" : "View usage"}
      </Link>
    </Banner>
  );
}

export function VerifyEmailBanner({ email, emailHref }: UnconfirmedUser) {
  return (
    <Banner label="Email confirmation" Icon={MailWarning} tone="text-warning">
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
    </Banner>
  );
}
