import { ChevronLeft, MailOpen } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { getSubmission } from "#lib/submissions/get-submission";
import type { Submission } from "#lib/submissions/schema";
import { type InboxQuery, inboxHref } from "./inbox-href";
import { MarkRead } from "./mark-read";
import { MessageActions } from "./message-actions";
import { MessageView } from "./message-view";

type MessagePaneProps = { ctx: Context; query: InboxQuery };

async function findMessage(ctx: Context, submissionId: string): Promise<Submission | null> {
  try {
    return await getSubmission(ctx, submissionId);
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") return null;
    throw failure;
  }
}

export async function MessagePane({ ctx, query }: MessagePaneProps) {
  if (!query.message)
    return (
      <div className="flex h-full items-center justify-center">
        <EmptyState icon={MailOpen} title="No message open">
          Choose one from the list.
        </EmptyState>
      </div>
    );
  const message = await findMessage(ctx, query.message);
  const listHref = inboxHref(query, { message: null });
  const back = (
    <Link
      href={listHref}
      className="-ml-1 inline-flex h-8 items-center gap-1 rounded-md pr-2 text-muted-foreground hover:text-foreground lg:hidden"
    >
      <ChevronLeft aria-hidden className="size-4" />
      Messages
    </Link>
  );
  if (!message)
    return (
      <div className="p-4">
        {back}
        <EmptyState icon={MailOpen} title="This message is gone">
          It was deleted, or its time was up.
        </EmptyState>
      </div>
    );
  return (
    <article aria-labelledby="message-heading">
      {message.read ? null : <MarkRead key={message.id} submissionId={message.id} />}
      <div className="flex flex-wrap items-center gap-2 border-b bg-background/95 px-4 py-2 lg:sticky lg:top-0 lg:z-10 lg:px-8">
        {back}
        <MessageActions
          key={message.id}
          message={{
            id: message.id,
            folder: message.folder,
            read: message.read,
            fileCount: message.attachments.length,
          }}
          listHref={listHref}
        />
      </div>
      <MessageView message={message} />
    </article>
  );
}
