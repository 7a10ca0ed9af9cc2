import { useQueryClient } from "@tanstack/react-query";
import { Download, Paperclip, Reply } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { describePlan, describeVisitorReply } from "#components/inbox/descriptions";
import { CopyButton } from "#components/ui/copy-button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { RelativeTime } from "#components/ui/relative-time";
import { formatBytes } from "#lib/core/count";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import type { Attachment } from "#lib/submissions/schema";
import { retryEmailAction } from "../actions";
import { sendSuppressed } from "../selection/update-messages";
import { Deliveries, WebhookEvents } from "./deliveries";
import { MessageFields } from "./message-fields";
import { replyHref } from "./reply-href";

const SuppressedNotice = lazy(async () => ({
  default: (await import("./unsent-deliveries")).SuppressedNotice,
}));

const BlockSenderDialog = lazyWithFallback(
  () => import("../dialogs/block-sender-dialog"),
  Unreachable,
);

type MessageViewProps = { opened: InboxMessage; refetch: () => Promise<unknown> };

export default function MessageView({ opened, refetch }: MessageViewProps) {
  const { message, fields, events, spamMatch, suppressed, replyAddress } = opened;
  const isSpam = message.folder === "spam";
  const client = useQueryClient();

  async function retry(deliveryId: string, isUncertain: boolean) {
    const state = await retryEmailAction(message.id, deliveryId, isUncertain);
    await refetch();
    return state;
  }

  const wasSentLater = message.deliveries.length > 0;
  // The first sentence already says that the message was marked as spam.
  const reply =
    message.visitorReply.reason === "spam" && !wasSentLater
      ? ""
      : describeVisitorReply(message.visitorReply);
  return (
    <div className="grid gap-8">
      {isSpam || suppressed ? (
        <Suspense fallback={<div className="h-16" />}>
          <SuppressedNotice
            opened={opened}
            send={() =>
              sendSuppressed(client, {
                ...message,
                spamMatch,
                attachmentCount: message.attachments.length,
              })
            }
          />
        </Suspense>
      ) : null}
      <MessageFields fields={fields} />
      {replyAddress ? (
        <Sender address={replyAddress} formName={message.formName} fields={fields}>
          {spamMatch === null ? <BlockSender address={replyAddress} /> : null}
        </Sender>
      ) : null}
      {message.attachments.length > 0 ? (
        <Section title="Files">
          <ul className="divide-y rounded-md border bg-card shadow-card">
            {message.attachments.map((attachment) => (
              <AttachmentRow key={attachment.id} submissionId={message.id} {...attachment} />
            ))}
          </ul>
          <p className="text-muted-foreground">
            Files aren’t scanned for malware. Only open files you trust.
          </p>
        </Section>
      ) : null}
      <Section title="Notifications">
        <p className="max-w-prose text-pretty break-words text-muted-foreground">
          {describePlan(message.notificationPlan, wasSentLater)}
          {reply ? ` ${reply}` : ""}
        </p>
        <Deliveries deliveries={message.deliveries} retry={retry} />
      </Section>
      {events.length > 0 ? (
        <Section title="Webhook">
          <WebhookEvents formId={message.formId} events={events} />
        </Section>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-1 border-t pt-4 text-xs text-muted-foreground">
        Message ID <code className="font-mono break-all">{message.id}</code>
        <CopyButton text={message.id} what="the message ID" />
      </p>
    </div>
  );
}

const TEXT_LINK = "link inline-flex h-8 items-center";

/** The link that asks what to block. */
function BlockSender({ address }: { address: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={TEXT_LINK} onClick={() => setAsking(true)}>
        Block sender
      </button>
      {isAsking ? <BlockSenderDialog address={address} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type SenderProps = {
  address: string;
  formName: string;
  fields: InboxMessage["fields"];
  children: ReactNode;
};

function Sender({ address, formName, fields, children }: SenderProps) {
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
      <Link href={`/inbox?${search}`} prefetch={false} className={TEXT_LINK}>
        All messages from this sender
      </Link>
      {/* In the fragment, so that the address appears in no log. */}
      <Link
        href={`/settings/data#${new URLSearchParams({ person: address })}`}
        prefetch={false}
        className={TEXT_LINK}
      >
        Export or delete their data
      </Link>
      {children}
    </div>
  );
}

type AttachmentRowProps = Attachment & { submissionId: string };

function AttachmentRow({
  submissionId,
  id,
  filename,
  size,
  status,
  expiresAt,
}: AttachmentRowProps) {
  const isAvailable = status === "available";
  const Icon = isAvailable ? Download : Paperclip;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-muted-foreground">
      <Icon aria-hidden className="size-4" />
      {isAvailable ? (
        <a
          href={`/api/account/submissions/${submissionId}/attachments/${id}`}
          download
          className="link min-w-0 flex-1 basis-40 break-all"
        >
          {filename}
        </a>
      ) : (
        <span className="min-w-0 flex-1 break-all line-through">{filename}</span>
      )}
      {isAvailable ? (
        <span className="tabular">
          {formatBytes(size)} · will be deleted <RelativeTime at={expiresAt} />
        </span>
      ) : (
        <span>{status === "expired" ? "Expired" : "Not available"}</span>
      )}
    </li>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
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
