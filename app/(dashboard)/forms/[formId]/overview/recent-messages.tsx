import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import type { SubmissionSummary } from "#lib/submissions/schema";

type RecentMessagesProps = {
  formId: string;
  messages: readonly SubmissionSummary[];
  /** Of the last 7 days; null when nothing was refused. */
  lastRefusedAt: number | null;
};

/** The latest messages of a form, whatever folder they are in. */
export function RecentMessages({ formId, messages, lastRefusedAt }: RecentMessagesProps) {
  return (
    <>
      {messages.length === 0 ? (
        <p className="border-t px-4 py-4 text-pretty text-muted-foreground sm:px-6">
          Nothing yet. Send a test message: it takes a moment to show here.
        </p>
      ) : (
        <ul className="divide-y border-y">
          {messages.map((message) => (
            <li key={message.id}>
              <Link
                href={`/inbox?folder=${message.folder}&formId=${formId}&message=${message.id}`}
                prefetch={false}
                className="grid gap-0.5 px-4 py-3 transition-colors duration-150 hover:bg-accent/50 focus-visible:-outline-offset-2 sm:px-6"
              >
                <span className="flex items-baseline gap-3">
                  <bdi className="min-w-0 flex-1 truncate font-medium">
                    {message.name ?? message.email ?? "No name"}
                  </bdi>
                  {message.folder === "spam" ? <Badge tone="warning">Spam</Badge> : null}
                  <RelativeTime
                    at={message.receivedAt}
                    className="shrink-0 text-xs text-muted-foreground"
                  />
                </span>
                <bdi className="truncate text-muted-foreground">{message.preview}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {lastRefusedAt === null ? null : (
        <p className="flex gap-3 border-b px-4 py-3 sm:px-6">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>
            Posts were refused, the last one <RelativeTime at={lastRefusedAt} />.{" "}
            <Link href={`/forms/${formId}/activity`} className="link">
              Why did it not arrive?
            </Link>
          </span>
        </p>
      )}
      {messages.length === 0 ? null : (
        <p className="px-4 py-3 sm:px-6">
          <Link href={`/inbox?folder=all&formId=${formId}`} className="link">
            All messages of this form
          </Link>
        </p>
      )}
    </>
  );
}
