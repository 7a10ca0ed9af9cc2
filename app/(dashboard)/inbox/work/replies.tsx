import { DeliveryBadge } from "#components/forms/badges";
import { MomentOf } from "#components/ui/relative-time";
import type { Reply } from "#lib/domain/submissions/replies/reply-schema";

/** Shows the replies to the visitor, and the state of each. */
export function Replies({ replies }: { replies: readonly Reply[] }) {
  return (
    <ul className="grid gap-3">
      {replies.map(({ id, text, author, createdAt, email, status }) => (
        <li key={id} className="grid gap-1 rounded-md border bg-card px-4 py-3 shadow-card">
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
            <bdi className="font-medium text-foreground">
              {"id" in author ? author.name : author.token}
            </bdi>
            <span className="break-all">to {email}</span>
            <MomentOf at={createdAt} />
            <span className="ml-auto">
              <DeliveryBadge status={status} />
            </span>
          </p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
