import Link from "next/link";
import { BLOCKED_TEXTS } from "#components/forms/recipient-block.ts";
import { ExactTime } from "#components/ui/relative-time";
import type { EmailDelivery } from "#lib/notifications/schema";
import type { BlockedReason } from "#lib/recipients/blocked-reason";

const REPORTS: Readonly<
  Record<NonNullable<EmailDelivery["providerStatus"]>, { text: string; isBad: boolean }>
> = {
  delivered: { text: "Reached the mailbox", isBad: false },
  delayed: { text: "Delayed by the recipient’s server", isBad: false },
  bounced: { text: "Came back: the mailbox didn’t accept it", isBad: true },
  complained: { text: "Marked as spam by its reader", isBad: true },
};

type ReportProps = Pick<EmailDelivery, "providerStatus" | "providerReportedAt">;

export function ProviderReport({ providerStatus, providerReportedAt }: ReportProps) {
  if (providerStatus === null) return null;
  const { text, isBad } = REPORTS[providerStatus];
  return (
    <li className={isBad ? "text-xs leading-5 text-destructive" : "text-xs leading-5"}>
      {text}
      {providerReportedAt === null ? null : (
        <>
          {" · "}
          <ExactTime at={providerReportedAt} />
        </>
      )}
    </li>
  );
}

export function BlockedReport({ reason }: { reason: BlockedReason | undefined }) {
  if (!reason) return null;
  return (
    <p className="text-xs leading-5 text-pretty text-muted-foreground">
      {BLOCKED_TEXTS[reason]}{" "}
      <Link href="/recipients" prefetch={false} className="link">
        View recipients
      </Link>
    </p>
  );
}
