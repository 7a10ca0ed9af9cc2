import { type LucideIcon, MailWarning, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { cn } from "#components/ui/cn.ts";
import { DayOf } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import type { AllowanceState } from "#lib/domain/usage/get-usage";
import { hasPlans } from "#lib/domain/usage/get-usage";
import { LinkActions, linkPlace } from "./confirm-first";
import type { UnconfirmedUser } from "./onboarding-steps";

type BannerProps = { label: string; Icon: LucideIcon; tone: string; children: ReactNode };

/** A bar above every page. The inbox leaves room for its height. */
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

export function AllowanceBanner({ state }: { state: AllowanceState }) {
  const { held, heldSince, isFull, periodEnd, usedPercent } = state;
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
        {heldSince === null ? (
          isFull ? null : (
            <NearlyUsed usedPercent={usedPercent} resets={resets} />
          )
        ) : (
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

function NearlyUsed({ usedPercent, resets }: { usedPercent: number; resets: string }) {
  return (
    <>
      <span className="font-medium">
        {usedPercent < 100
          ? `You’ve used ${usedPercent}% of this month’s messages.`
          : "You’ve used all of this month’s messages."}
      </span>{" "}
      {usedPercent < 100 ? "After that, emails" : "Emails"} and webhook events of new ones wait
      until {resets}.
    </>
  );
}

export function EmailRefusedBanner({ isOperator }: { isOperator: boolean }) {
  return (
    <Banner label="Email" Icon={MailWarning} tone="text-destructive">
      <p className="min-w-0 text-pretty lg:truncate">
        <span className="font-medium">Emails aren’t going out right now.</span> Messages are stored,
        and their emails wait until the email provider accepts this service again.
      </p>
      {isOperator ? (
        <Link href="/operator" className="link shrink-0">
          See why
        </Link>
      ) : null}
    </Banner>
  );
}

export function VerifyEmailBanner(user: UnconfirmedUser) {
  return (
    <Banner label="Email confirmation" Icon={MailWarning} tone="text-warning">
      {/* The link opens in another tab. */}
      <RefreshPage />
      <p className="min-w-0 wrap-anywhere lg:truncate">
        <span className="font-medium">Confirm your email address.</span> {linkPlace(user)}
      </p>
      <p className="flex shrink-0 gap-4">
        <LinkActions emailHref={user.emailHref} />
      </p>
    </Banner>
  );
}
