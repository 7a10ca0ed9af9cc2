import Link from "next/link";
import { Badge } from "#components/ui/badge";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import type { InboxItem } from "#lib/submissions/inbox-schema";
import { HEADING_ID } from "./focus";

type MessageHeadProps = {
  message: Pick<InboxItem, "name" | "email" | "folder" | "formId" | "formName" | "receivedAt"> & {
    expiresAt?: number | null;
  };
};

/** Who wrote, through which form, and when: known from the list before the message is read. */
export function MessageHead({ message }: MessageHeadProps) {
  return (
    <header className="min-w-0">
      <h2
        id={HEADING_ID}
        tabIndex={-1}
        dir="auto"
        className="scroll-mt-40 text-xl leading-7 font-semibold tracking-tight break-words outline-none"
      >
        {message.name ?? message.email ?? "No name"}
        {message.folder === "inbox" ? null : (
          <Badge className="ml-3 align-middle capitalize">{message.folder}</Badge>
        )}
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-2 text-muted-foreground">
        <Link
          href={`/forms/${message.formId}`}
          prefetch={false}
          className="link min-w-0 break-words"
        >
          <bdi>{message.formName}</bdi>
        </Link>
        <span aria-hidden>·</span>
        <ExactTime at={message.receivedAt} />
        {message.expiresAt ? (
          <>
            <span aria-hidden>·</span>
            <span>
              will be deleted <RelativeTime at={message.expiresAt} />
            </span>
          </>
        ) : null}
      </p>
    </header>
  );
}
