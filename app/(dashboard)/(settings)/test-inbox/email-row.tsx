import {
  BadgeCheck,
  Bell,
  Gauge,
  type LucideIcon,
  MailCheck,
  Mails,
  Reply,
  ReplyAll,
  UserRound,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { RelativeTime } from "#components/ui/relative-time";
import type { EmailKind } from "#lib/domain/deliveries/schema";
import type { CapturedEmailItem } from "#lib/domain/emails/schema";

/** The kinds of email, in the order in which a workspace usually gets them. */
export const EMAIL_KINDS: Readonly<Record<EmailKind, { label: string; Icon: LucideIcon }>> = {
  verification: { label: "Confirmation", Icon: BadgeCheck },
  notification: { label: "Notification", Icon: Bell },
  visitor_reply: { label: "Auto-reply", Icon: ReplyAll },
  reply: { label: "Reply", Icon: Reply },
  confirmation: { label: "Message confirmation", Icon: MailCheck },
  allowance: { label: "Allowance", Icon: Gauge },
  webhook_notice: { label: "Webhook", Icon: Webhook },
  digest: { label: "Digest", Icon: Mails },
  account: { label: "Account", Icon: UserRound },
};

export function EmailRow({ email }: { email: CapturedEmailItem }) {
  const { label, Icon } = EMAIL_KINDS[email.kind];
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 transition-colors hover:bg-accent/50 sm:gap-4 sm:px-6">
      <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-md border bg-background text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-4">
          <h2 className="line-clamp-2 min-w-0 flex-1 font-medium wrap-anywhere">
            <Link href={`/test-inbox/${email.id}`} prefetch={false} className="stretched-link">
              {email.subject}
            </Link>
          </h2>
          <RelativeTime at={email.createdAt} className="shrink-0 text-xs text-muted-foreground" />
        </div>
        <p className="mt-0.5 flex gap-2 text-muted-foreground">
          <span className="shrink-0">{label}</span>
          <span aria-hidden>·</span>
          <span className="min-w-0 truncate">
            <span className="sr-only">To </span>
            {email.to}
          </span>
        </p>
      </div>
    </li>
  );
}
