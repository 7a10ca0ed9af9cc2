import { MailOpen } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { Badge } from "#components/ui/badge";
import { Button, ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { Kbd } from "#components/ui/kbd";
import { preloadable } from "#components/ui/lazy";
import { Skeleton } from "#components/ui/page";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import type { InboxItem } from "#lib/submissions/inbox-schema";
import { HEADING_ID } from "../focus";
import { useInboxNavigation } from "../inbox-navigation";
import { inboxHref } from "../inbox-url";
import type { MessageList } from "../list/use-message-list";
import { applyPendingChanges, type Changes } from "../optimistic-updates";
import { isSignedOut } from "../queries";
import type { Commands } from "../selection/use-commands";
import { MessageToolbar } from "./message-toolbar";
import type { ActiveMessage, OpenMessage } from "./use-active-message";

const MessageView = lazy(preloadable(() => import("./message-view")));

type MessagePaneProps = {
  list: MessageList;
  active: ActiveMessage;
  opened: OpenMessage;
  commands: Commands;
  changes: Changes;
};

export function MessagePane(props: MessagePaneProps) {
  const { list, active, commands } = props;
  if (active.openId === null)
    return (
      <div className="flex h-full items-center justify-center">
        <EmptyState icon={MailOpen} title="No message open">
          {list.rows.length > 0 ? (
            <>
              Select one from the list, or press <Kbd>j</Kbd> and <Kbd>Enter</Kbd>.
            </>
          ) : null}
        </EmptyState>
      </div>
    );
  return (
    <article aria-labelledby={HEADING_ID} className="flex min-h-full flex-col">
      <MessageToolbar commands={commands} active={active} />
      <OpenedMessage key={active.openId} {...props} id={active.openId} />
    </article>
  );
}

/** The heading, known from the list, shows before the message has loaded. It may have the focus. */
function OpenedMessage({ id, list, changes, opened }: MessagePaneProps & { id: string }) {
  const { data, error, refetch } = opened;
  if (data === null) return <MessageNotFound />;
  if (!data && error)
    return <LoadError id={id} isSignedOut={isSignedOut(error)} retry={() => void refetch()} />;
  const row = list.allRows.find((one) => one.id === id);
  const header = data?.message ?? (row ? applyPendingChanges(row, row.asOf, changes) : null);
  return (
    <div data-message-text className="grid w-full max-w-4xl gap-6 px-4 py-6 lg:px-8">
      {header ? <MessageHeader message={header} replyAddress={data?.replyAddress} /> : null}
      {data ? (
        <Suspense fallback={<MessageSkeleton />}>
          <MessageView opened={data} refetch={refetch} />
        </Suspense>
      ) : (
        <MessageSkeleton />
      )}
    </div>
  );
}

function MessageSkeleton() {
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        Loading the message
      </p>
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

type MessageHeaderProps = {
  message: Pick<InboxItem, "name" | "email" | "folder" | "formId" | "formName" | "receivedAt"> & {
    expiresAt?: number | null;
  };
  /** Stands in for the sender of a message without a name and email. */
  replyAddress: string | null | undefined;
};

function MessageHeader({ message, replyAddress }: MessageHeaderProps) {
  return (
    <header className="min-w-0">
      <h2
        id={HEADING_ID}
        tabIndex={-1}
        dir="auto"
        className="scroll-mt-40 text-xl leading-7 font-semibold tracking-tight break-words outline-none"
      >
        {message.name ?? message.email ?? replyAddress ?? "No name"}
        {message.folder === "inbox" ? null : (
          <>
            {/* A space and no margin, so that a badge on the next line isn’t indented. */}
            {"\u2002"}
            <Badge className="align-middle capitalize">{message.folder}</Badge>
          </>
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

function MessageNotFound() {
  const { query } = useInboxNavigation();
  const close = (
    <ButtonLink href={inboxHref(query, { message: null })} variant="outline" size="sm">
      Close
    </ButtonLink>
  );
  return (
    <EmptyState icon={MailOpen} title="This message no longer exists" action={close}>
      It was deleted or has expired.
    </EmptyState>
  );
}

type LoadErrorProps = { id: string; isSignedOut: boolean; retry: () => void };

function LoadError({ id, isSignedOut, retry }: LoadErrorProps) {
  const action = isSignedOut ? (
    <ButtonLink href={`/sign-in?next=/inbox/${id}`} size="sm">
      Sign in
    </ButtonLink>
  ) : (
    <Button size="sm" onClick={retry}>
      Try again
    </Button>
  );
  return (
    <EmptyState icon={MailOpen} title="Couldn’t load this message" action={action}>
      {isSignedOut ? "You’re signed out." : "Check your connection and try again."}
    </EmptyState>
  );
}
