import { Reply } from "lucide-react";
import Link from "next/link";
import { replyHref } from "#components/inbox/reply-href";
import { CopyButton } from "#components/ui/copy-button";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

type SenderProps = { address: string; formName: string; fields: InboxMessage["fields"] };

const QUIET =
  "inline-flex h-8 items-center rounded-sm text-muted-foreground underline-offset-4 hover:text-foreground hover:underline";

/** What can be done for who wrote: an answer, what else they wrote, all that is kept of them. */
export function Sender({ address, formName, fields }: SenderProps) {
  const search = new URLSearchParams({ folder: "all", search: address });
  return (
    <div className="-mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="flex min-w-0 items-center gap-1">
        <a
          href={replyHref({ address, formName, fields })}
          className="inline-flex h-8 max-w-full items-center gap-2 rounded-md border bg-card px-3 font-medium shadow-card hover:bg-accent"
        >
          <Reply aria-hidden className="size-4 shrink-0" />
          <span className="truncate">Reply to {address}</span>
        </a>
        <CopyButton text={address} what="the address" />
      </span>
      <Link href={`/inbox?${search}`} prefetch={false} className={QUIET}>
        All from them
      </Link>
      {/* Behind a #, so that the address stands in no log. */}
      <Link
        href={`/settings/data#${new URLSearchParams({ person: address })}`}
        prefetch={false}
        className={QUIET}
      >
        Export or erase their data
      </Link>
    </div>
  );
}
