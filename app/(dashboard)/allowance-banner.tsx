import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { DayOf } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import { type AllowanceState, hasPlans } from "#lib/usage/get-usage";

/** On every page while messages are held or rejected. As high as the banner about the email address. */
export function AllowanceBanner({ state }: { state: AllowanceState }) {
  const { held, heldSince, isFull, periodEnd } = state;
  const resets = `${formatUtc(periodEnd, "dayOfYear")} (UTC)`;
  return (
    <section
      aria-label="Monthly allowance"
      className="flex items-start gap-2.5 border-b bg-muted/60 px-4 py-3 sm:px-8 lg:h-11 lg:items-center lg:py-0"
    >
      <TriangleAlert
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 lg:mt-0 ${isFull ? "text-destructive" : "text-warning"}`}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1 lg:flex-nowrap">
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
      </div>
    </section>
  );
}
