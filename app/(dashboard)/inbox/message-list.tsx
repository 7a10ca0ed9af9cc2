import { Inbox, SearchX } from "lucide-react";
import { ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/pager";
import type { Context } from "#lib/core/context";
import { listSubmissions } from "#lib/submissions/list-submissions";
import { type InboxQuery, inboxHref } from "./inbox-href";
import { MessageRow } from "./message-row";

const PAGE_SIZE = 25;

type MessageListProps = { ctx: Context; query: InboxQuery; hasForms: boolean };

export async function MessageList({ ctx, query, hasForms }: MessageListProps) {
  const page = await listSubmissions(ctx, { ...query, limit: PAGE_SIZE });
  if (page.data.length === 0) return <NoMessages query={query} hasForms={hasForms} />;
  const fresh = { message: null } as const;
  return (
    <div className="flex flex-1 flex-col lg:min-h-0 lg:overflow-y-auto">
      <ul className="divide-y border-b">
        {page.data.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            href={inboxHref(query, { message: message.id })}
            isOpen={message.id === query.message}
            showsFolder={query.folder === "all"}
          />
        ))}
      </ul>
      <div className="p-3">
        <Pager
          firstHref={query.cursor ? inboxHref(query, { ...fresh, cursor: null }) : null}
          olderHref={
            page.nextCursor ? inboxHref(query, { ...fresh, cursor: page.nextCursor }) : null
          }
        />
      </div>
    </div>
  );
}

function NoMessages({ query, hasForms }: { query: InboxQuery; hasForms: boolean }) {
  const isNarrowed = query.search || query.formId || query.unread === "true" || query.cursor;
  if (isNarrowed)
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing matches"
        action={
          <ButtonLink href={inboxHref({ folder: query.folder })} variant="outline" size="sm">
            Clear the filters
          </ButtonLink>
        }
      >
        {query.search ? `No message in this folder contains “${query.search}”.` : null}
      </EmptyState>
    );
  if (query.folder !== "inbox")
    return (
      <EmptyState icon={Inbox} title={query.folder === "spam" ? "No spam" : "Nothing here"}>
        {query.folder === "spam" ? "What the checks catch is kept here." : null}
        {query.folder === "archive" ? "Archive a message when it is dealt with." : null}
      </EmptyState>
    );
  return hasForms ? (
    <EmptyState
      icon={Inbox}
      title="No messages"
      action={
        <ButtonLink href="/forms" variant="outline" size="sm">
          Open the forms
        </ButtonLink>
      }
    >
      New messages appear here. A form’s page sends a test message.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Inbox}
      title="No messages yet"
      action={
        <ButtonLink href="/welcome" size="sm">
          Get started
        </ButtonLink>
      }
    >
      They arrive as soon as there is a form that someone fills in.
    </EmptyState>
  );
}
