import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { Badge, type BadgeTone } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { WebhookDeliveryItem } from "#lib/webhooks/schema";

const STATUS: Readonly<Record<WebhookDeliveryItem["status"], { label: string; tone: BadgeTone }>> =
  {
    queued: { label: "Queued", tone: "neutral" },
    sending: { label: "Sending", tone: "accent" },
    retrying: { label: "Trying again", tone: "warning" },
    delivered: { label: "Delivered", tone: "success" },
    failed: { label: "Failed", tone: "danger" },
    cancelled: { label: "Cancelled", tone: "neutral" },
  };

const REASONS: Readonly<Record<NonNullable<WebhookDeliveryItem["failureReason"]>, string>> = {
  attempts_exhausted: "No attempt succeeded.",
  endpoint_gone: "The receiver said that it is gone.",
  endpoint_suspended: "The receiver is suspended.",
  revision_changed: "The webhook was changed before it left.",
  moved_to_spam: "The message was moved to spam before it left.",
};

/** What the form's receiver was told of a message. */
export function Events({ formId, events }: { formId: string; events: WebhookDeliveryItem[] }) {
  return (
    <ul className="divide-y rounded-md border bg-card shadow-card">
      {events.map((event) => (
        <li key={event.id}>
          <Link
            href={`/forms/${formId}/webhook/deliveries/${event.id}`}
            prefetch={false}
            className="flex items-center gap-3 px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <code className="truncate font-mono text-xs">{event.type}</code>
              <span className="text-xs text-muted-foreground">
                {countOf(event.attemptCount, "attempt")}
                {event.lastAttemptAt ? (
                  <>
                    {", last "}
                    <RelativeTime at={event.lastAttemptAt} />
                  </>
                ) : null}
                {event.nextAttemptAt ? (
                  <>
                    {", next "}
                    <RelativeTime at={event.nextAttemptAt} />
                  </>
                ) : null}
                {event.failureReason ? `. ${REASONS[event.failureReason]}` : ""}
              </span>
            </span>
            <Badge tone={STATUS[event.status].tone} withDot>
              {STATUS[event.status].label}
            </Badge>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
