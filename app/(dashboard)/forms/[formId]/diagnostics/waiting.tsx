import Link from "next/link";
import { senderOf } from "#components/inbox/sender.ts";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { CONFIRM_DAYS } from "#lib/autoresponder/confirmation";
import { formatCount } from "#lib/core/count";
import type { InboxItem } from "#lib/submissions/inbox-schema";

type WaitingProps = { messages: readonly InboxItem[]; count: number };

/** The newest messages that wait for their visitors’ confirmation. */
export function Waiting({ messages, count }: WaitingProps) {
  if (messages.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="pb-4"
        title="Waiting for confirmation"
        description={`These visitors haven’t pressed the button in their email yet. Messages that aren’t confirmed within ${CONFIRM_DAYS} days are deleted.`}
      />
      <ul className="divide-y border-t">
        {messages.map((message) => (
          <li
            key={message.id}
            className="relative flex items-baseline gap-3 px-4 py-3 transition-colors hover:bg-accent/50 sm:px-6"
          >
            <Link
              href={`/inbox/${message.id}`}
              prefetch={false}
              className="stretched-link min-w-0 flex-1 truncate font-medium"
            >
              <bdi>{senderOf(message)}</bdi>
            </Link>
            <RelativeTime
              at={message.receivedAt}
              className="shrink-0 text-xs text-muted-foreground"
            />
          </li>
        ))}
      </ul>
      {count > messages.length ? (
        <p className="border-t px-4 py-3 text-muted-foreground sm:px-6">
          The newest {formatCount(messages.length)} of {formatCount(count)}.
        </p>
      ) : null}
    </Card>
  );
}
