import { CloudOff, MailOpen } from "lucide-react";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { type ChangesById, markedNow } from "#components/inbox/marks";
import { openedMessage, readMessage, subscribeToMessages } from "#components/inbox/message-cache";
import { Button, ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { Kbd } from "#components/ui/kbd";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { type InboxQuery, inboxHref } from "./inbox-href";
import { loadView } from "./later";
import { MessageHead } from "./message-head";
import { MessageToolbar } from "./message-toolbar";
import { FieldsOutline } from "./outlines";
import type { Commands } from "./use-commands";
import type { InboxList } from "./use-list";
import { type OnServer, useFollowed } from "./use-opened";
import type { Reading } from "./use-reading";

const MessageView = lazy(loadView);

type MessagePaneProps = {
  query: InboxQuery;
  list: InboxList;
  reading: Reading;
  commands: Commands;
  changes: ChangesById;
  /** What the page was drawn with, for the first look. */
  onServer: OnServer;
};

export function MessagePane(props: MessagePaneProps) {
  const { query, list, reading, commands } = props;
  if (reading.openId === null)
    return (
      <div className="flex h-full items-center justify-center">
        <EmptyState icon={MailOpen} title="No message open">
          {list.rows.length > 0 ? (
            <>
              Choose one from the list, or press <Kbd>j</Kbd> and <Kbd>Enter</Kbd>.
            </>
          ) : null}
        </EmptyState>
      </div>
    );
  return (
    <article aria-labelledby="message-heading" className="flex min-h-full flex-col">
      <MessageToolbar query={query} message={commands.open} commands={commands} reading={reading} />
      <OpenMessage key={reading.openId} {...props} id={reading.openId} />
    </article>
  );
}

/** The heading stands before the rest has come, and stays: it may have the focus. */
function OpenMessage({ id, list, changes, onServer, query }: MessagePaneProps & { id: string }) {
  const opened = useSyncExternalStore(
    subscribeToMessages,
    () => openedMessage(id),
    () => openedMessage(id),
  );
  const isDrawn = query.message === id;
  const drawn = isDrawn && onServer !== "gone" ? onServer : null;
  const read = opened.state === "ready" ? opened.value : drawn;
  const known = read && withChanges(read, changes);
  const row = list.allRows.find((one) => one.id === id);
  const isGone = opened.state === "gone" || (isDrawn && onServer === "gone" && !known);
  if (isGone || (known && markedNow(known.message, known.asOf, changes).isDeleted))
    return <Gone query={query} />;
  if (opened.state === "failed") return <Failed id={id} isSignedOut={opened.isSignedOut} />;
  const head = known?.message ?? (row ? markedNow(row, row.asOf, changes) : null);
  return (
    <div data-message-text className="grid w-full max-w-4xl gap-6 px-4 py-6 lg:px-8">
      {head ? <MessageHead message={head} /> : null}
      {known ? <MessageBody opened={known} /> : <FieldsOutline />}
    </div>
  );
}

function withChanges(opened: InboxMessage, changes: ChangesById): InboxMessage {
  const message = markedNow(opened.message, opened.asOf, changes);
  return message === opened.message ? opened : { ...opened, message };
}

function MessageBody({ opened }: { opened: InboxMessage }) {
  useFollowed(opened);
  return (
    <Suspense fallback={<FieldsOutline />}>
      <MessageView opened={opened} />
    </Suspense>
  );
}

function Gone({ query }: { query: InboxQuery }) {
  return (
    <EmptyState
      icon={MailOpen}
      title="This message is gone"
      action={
        <ButtonLink href={inboxHref(query, { message: null })} variant="outline" size="sm">
          Close it
        </ButtonLink>
      }
    >
      It was deleted, or its time was up.
    </EmptyState>
  );
}

function Failed({ id, isSignedOut }: { id: string; isSignedOut: boolean }) {
  return (
    <EmptyState
      icon={CloudOff}
      title="This message could not be loaded"
      action={
        isSignedOut ? (
          <ButtonLink href={`/sign-in?next=/inbox/${id}`} size="sm">
            Sign in
          </ButtonLink>
        ) : (
          <Button size="sm" onClick={() => void readMessage(id)}>
            Try again
          </Button>
        )
      }
    >
      {isSignedOut ? "You are signed out." : "The service could not be reached."}
    </EmptyState>
  );
}
