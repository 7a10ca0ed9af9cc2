import Link from "next/link";
import { type ReactNode, useId } from "react";
import { Badge } from "#components/ui/badge";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { Postmark } from "#components/ui/letter";
import { DayOf, ExactTime, MomentOf } from "#components/ui/relative-time";
import { letterParts } from "#lib/core/fields/letter-parts";
import { contextLines } from "#lib/core/fields/message-context";
import { knownLabel, showFields } from "#lib/domain/forms/fields/shown-fields";
import type { Sender } from "#lib/domain/forms/spam/sender-sql";
import type { InboxItem, InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import type { Submission } from "#lib/domain/submissions/schema";
import { HEADING_ID } from "../focus";
import { Attachments } from "./attachments";
import { MessageBody, MessageFields } from "./message-fields";
import { messageHeader } from "./message-header";

type LetterHeaderProps = {
  message: Sender &
    Pick<
      InboxItem,
      "folder" | "formId" | "formName" | "receivedAt" | "answeredAt" | "answeredBy"
    > & {
      expiresAt?: number | null;
      /** Missing until the message has loaded. */
      confirmation?: Submission["confirmation"];
    };
};

export function LetterHeader({ message }: LetterHeaderProps) {
  const { title, address } = messageHeader(message);
  return (
    <header className="flex items-start gap-6">
      {/* The address and the times begin where the name begins. */}
      <div dir="auto" className="min-w-0 flex-1">
        <h2
          id={HEADING_ID}
          tabIndex={-1}
          className="scroll-mt-40 text-xl leading-7 font-semibold tracking-tight wrap-anywhere outline-none"
        >
          {title}
          {message.folder === "inbox" ? null : (
            <>
              {/* A space and no margin, so that a badge on the next line isn’t indented. */}
              {"\u2002"}
              <Badge className="align-middle capitalize">{message.folder}</Badge>
            </>
          )}
        </h2>
        {address ? (
          <p className="wrap-anywhere">
            <bdi>{address}</bdi>
          </p>
        ) : null}
        <p className="mt-1 flex flex-wrap gap-x-2 text-muted-foreground">
          <Link
            href={`/forms/${message.formId}`}
            prefetch={false}
            className="min-w-0 rounded-sm underline decoration-border underline-offset-4 wrap-anywhere hover:text-foreground hover:decoration-current"
          >
            <bdi>{message.formName}</bdi>
          </Link>
          <span aria-hidden>·</span>
          <ExactTime at={message.receivedAt} />
          {message.expiresAt ? (
            <>
              <span aria-hidden>·</span>
              <span>
                will be deleted on <DayOf at={message.expiresAt} />
              </span>
            </>
          ) : null}
        </p>
        {message.confirmation ? <Confirmation {...message.confirmation} /> : null}
        {message.answeredAt === null ? null : (
          <p className="mt-1 text-success">
            Answered
            {message.answeredBy ? (
              <>
                {" "}
                by <bdi>{message.answeredBy.name}</bdi>
              </>
            ) : null}
            , <MomentOf at={message.answeredAt} />
          </p>
        )}
      </div>
      <Postmark
        at={message.receivedAt}
        className="-my-1 hidden text-muted-foreground/80 @[40rem]:block"
      />
    </header>
  );
}

type ConfirmationProps = NonNullable<Submission["confirmation"]>;

function Confirmation({ confirmedAt, address }: ConfirmationProps) {
  return (
    <p className="mt-1 text-muted-foreground">
      {confirmedAt === null ? (
        "Waiting for confirmation"
      ) : (
        <>
          Confirmed on <ExactTime at={confirmedAt} />
          {address ? <span className="break-all"> from {address}</span> : null}
        </>
      )}
    </p>
  );
}

const SuppressedNotice = lazyWithFallback(() => import("./suppressed-notice"), NotLoaded, {
  isRare: true,
  placeholder: <div className="h-16" />,
});

export function LetterContent({ opened }: { opened: InboxMessage }) {
  const { message, fields, known, suppressed, sender } = opened;
  const { body, others } = letterParts(fields, sender, known);
  return (
    <>
      {message.folder === "spam" || suppressed ? <SuppressedNotice opened={opened} /> : null}
      {body ? <MessageBody {...body} label={knownLabel(body.name, known)} /> : null}
      {others.length > 0 ? (
        <MessageFields fields={showFields(others, known)} invalid={message.invalidFields} />
      ) : null}
      {message.guessedCharset ? (
        <p className="text-pretty text-muted-foreground">
          The page didn’t say how its text is encoded, so it was read as {message.guessedCharset}.
          Single letters may be wrong. The form’s diagnostics say how to fix it.
        </p>
      ) : null}
      <WrittenOn context={message.context} />
      {message.attachments.length > 0 ? (
        <MessageSection title="Files">
          <Attachments submissionId={message.id} attachments={message.attachments} />
        </MessageSection>
      ) : null}
    </>
  );
}

/** The page that the message was sent from, in small type because it isn’t part of the message. */
function WrittenOn({ context }: Pick<InboxMessage["message"], "context">) {
  const lines = contextLines(context);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Where it was written" className="text-sm text-muted-foreground">
      {lines.map(({ label, text, url }) => (
        <p key={label} className="wrap-anywhere">
          {label}:{" "}
          {url === null ? (
            <bdi>{text}</bdi>
          ) : (
            <a
              href={url}
              title={url}
              target="_blank"
              rel="noreferrer nofollow ugc"
              className="underline decoration-border underline-offset-4 hover:text-foreground"
            >
              <bdi>{text}</bdi>
            </a>
          )}
        </p>
      ))}
    </section>
  );
}

export function MessageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
