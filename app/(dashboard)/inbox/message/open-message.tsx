import { MailOpen } from "lucide-react";
import { useEffect } from "react";
import { describePlan, describeVisitorReply, listOf } from "#components/inbox/descriptions.ts";
import { Button, ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { Letter } from "#components/ui/letter";
import { Skeleton } from "#components/ui/page";
import { useStore } from "#components/ui/store.ts";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { type Changes, changeMessage } from "../changes";
import { HEADING_ID } from "../focus";
import { useInboxNavigation } from "../inbox-navigation";
import { inboxHref } from "../inbox-url";
import type { LoadedMessages } from "../list/use-message-list";
import { isSignedOut } from "../queries";
import { toSelected } from "../selection/update-messages";
import type { Commands } from "../selection/use-commands";
import AssigneeSelect from "../work/assignee-select";
import { composing, readDraft } from "../work/drafts";
import { Notes } from "../work/notes";
import { Replies } from "../work/replies";
import { Deliveries, type DeliveriesProps, WebhookEvents } from "./deliveries";
import { LetterContent, LetterHeader, MessageSection } from "./letter";
import { MessageToolbar } from "./message-toolbar";
import { ReplyButton } from "./reply-button";
import { SuspicionNotice } from "./suspicion-notice";
import type { ActiveMessage, OpenedMessage } from "./use-active-message";

const Composer = lazyWithFallback(() => import("../work/composer"), NotLoaded);

export type OpenMessageProps = {
  id: string;
  list: LoadedMessages;
  active: ActiveMessage;
  opened: OpenedMessage;
  commands: Commands;
  changes: Changes;
};

export default function OpenMessage(props: OpenMessageProps) {
  const { active, commands, opened } = props;
  const isComposing = useStore(composing) === props.id;
  return (
    <article aria-labelledby={HEADING_ID} className="flex min-h-full flex-col">
      <MessageToolbar commands={commands} active={active} opened={opened} />
      <MessageLetter key={props.id} {...props} />
      {commands.open && commands.open.folder !== "spam" && !isComposing ? (
        <div className="sticky bottom-0 z-20 mt-auto border-t bg-background px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
          <ReplyButton opened={opened.data} className="h-11 w-full text-base" />
        </div>
      ) : null}
    </article>
  );
}

/** The heading, known from the list, shows before the message has loaded. It may have the focus. */
function MessageLetter({ id, active, list, changes, opened, commands }: OpenMessageProps) {
  // This module may load after the page has rendered the open message without it.
  useEffect(active.focusPending);
  const { data, error, refetch } = opened;
  if (data === null) return <MessageNotFound />;
  if (!data && error)
    return <LoadError id={id} isSignedOut={isSignedOut(error)} retry={() => void refetch()} />;
  const row = list.allRows.find((one) => one.id === id);
  const known = row ? changeMessage(row, changes) : null;
  const header = data ? { ...data.message, ...data.sender } : known;
  return (
    <div
      data-message-text
      className="mx-auto grid w-full max-w-3xl gap-8 px-4 py-4 lg:px-8 lg:py-8"
    >
      <Letter>
        <div className="grid gap-6 p-4 @[40rem]:gap-8 @[40rem]:p-8">
          {header ? <LetterHeader message={header} /> : null}
          {data ? <SuspicionNotice opened={data} commands={commands} /> : null}
          {data ? <LetterContent opened={data} /> : <MessageSkeleton />}
        </div>
      </Letter>
      {data ? <Answering id={id} list={list} /> : null}
      {data ? <OpenComposer opened={data} commands={commands} /> : null}
      {data ? <MessageDetails opened={data} refetch={refetch} commands={commands} /> : null}
    </div>
  );
}

/** Shows that a colleague has their composer for this message open. */
function Answering({ id, list }: Pick<OpenMessageProps, "id" | "list">) {
  const names = list.live.answering.filter((one) => one.submissionId === id);
  return (
    <p role="status" className="-my-4 text-warning empty:hidden">
      {names.length > 0
        ? `${listOf(names.map(({ name }) => name))} ${names.length === 1 ? "is" : "are"} answering.`
        : null}
    </p>
  );
}

type OpenComposerProps = { opened: InboxMessage; commands: Commands };

/** The composer, open if someone asked for it or left a draft. */
function OpenComposer({ opened, commands }: OpenComposerProps) {
  const { message, sender, obstacle } = opened;
  const isOpen = useStore(composing) === message.id;
  useEffect(() => {
    if (composing.get() !== message.id && readDraft(message.id) !== "") composing.set(message.id);
  }, [message.id]);
  if (!isOpen || obstacle !== null || sender.email === null) return null;
  return (
    <Composer
      key={message.id}
      opened={opened}
      address={sender.email}
      onAnswered={() => commands.setAnswered(true, [toSelected(opened)])}
    />
  );
}

type MessageDetailsProps = DeliveriesProps & { commands: Commands };

function MessageDetails({ opened, refetch, commands }: MessageDetailsProps) {
  const { message, events, captured } = opened;
  const wasSentLater = message.deliveries.some(({ kind }) => kind !== "confirmation");
  const isReplyCaptured = message.deliveries.some(
    ({ id, kind }) => kind === "visitor_reply" && id in captured,
  );
  const isListed = message.deliveries.some(({ kind }) => kind === "notification");
  // The first sentence already shows that the message was marked as spam.
  const reply =
    message.visitorReply.reason === "spam" && !wasSentLater
      ? ""
      : describeVisitorReply(message.visitorReply, isReplyCaptured);
  return (
    <>
      {opened.replies.length > 0 ? (
        <MessageSection title="Replies">
          <Replies replies={opened.replies} />
        </MessageSection>
      ) : null}
      <MessageSection title="Notes">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted-foreground">Assigned to</span>
          <AssigneeSelect
            label="Assigned to"
            value={message.assignee}
            onChange={(assignee) => commands.assign(assignee, [toSelected(opened)])}
          />
        </p>
        <Notes opened={opened} />
      </MessageSection>
      <MessageSection title="Notifications">
        <p className="max-w-prose text-pretty text-muted-foreground wrap-anywhere">
          {reply ? `${reply} ` : ""}
          {describePlan(message.notificationPlan, wasSentLater, isListed)}
        </p>
        <Deliveries opened={opened} refetch={refetch} />
      </MessageSection>
      {events.length > 0 ? (
        <MessageSection title="Webhook">
          <WebhookEvents opened={opened} refetch={refetch} />
        </MessageSection>
      ) : null}
    </>
  );
}

function MessageSkeleton() {
  return (
    <div className="grid max-w-[68ch] gap-3">
      <p role="status" className="sr-only">
        Loading the message
      </p>
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
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
