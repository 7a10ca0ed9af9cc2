import { Reply } from "lucide-react";
import { lazy, Suspense } from "react";
import { confirmChanges, recordChanges } from "#components/inbox/change-log";
import { Deliveries } from "#components/inbox/deliveries";
import { Events } from "#components/inbox/events";
import { FieldList } from "#components/inbox/field-list";
import { FileList } from "#components/inbox/file-list";
import { readMessage } from "#components/inbox/message-cache";
import { replyHref } from "#components/inbox/reply-href";
import { describePlan, describeSpam, describeVisitorReply } from "#components/inbox/sentences";
import { CopyButton } from "#components/ui/copy-button";
import { toast } from "#components/ui/toast";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { releaseMessageAction, retryEmailAction } from "./actions";
import { markOf } from "./message-commands";

const WithheldNotice = lazy(() => import("#components/inbox/withheld-notice"));

type MessageViewProps = { opened: InboxMessage };

/** All of a message below its heading. */
export default function MessageView({ opened }: MessageViewProps) {
  const { message, fields, events, withheld, replyAddress } = opened;
  const isSpam = message.folder === "spam";

  async function release(): Promise<void> {
    const folder = message.folder === "archive" ? "archive" : "inbox";
    const input = { folder, mail: true, event: true } as const;
    const { value, refusal } = await releaseMessageAction(message.id, input).catch(() => ({
      value: null,
      refusal: "The service could not be reached.",
    }));
    toast(value ? value.message : refusal);
    if (value && isSpam) {
      const from = markOf({ ...message, attachmentCount: 0 });
      const to = { folder, spamReason: null } as const;
      const keys = recordChanges([{ id: message.id, formId: message.formId, from, to }]);
      confirmChanges(keys, value.doneAt);
    }
    await readMessage(message.id);
  }

  async function retry(deliveryId: string, isUncertain: boolean) {
    const state = await retryEmailAction(message.id, deliveryId, isUncertain);
    await readMessage(message.id);
    return state;
  }

  const reply = describeVisitorReply(message.visitorReply);
  return (
    <div className="grid gap-8">
      {isSpam || withheld ? (
        <Suspense fallback={<div className="h-16" />}>
          <WithheldNotice
            spam={isSpam ? describeSpam(message.spamReason) : null}
            withheld={withheld}
            release={release}
          />
        </Suspense>
      ) : null}
      <FieldList fields={fields} />
      {replyAddress ? (
        <p className="-mt-4 flex flex-wrap gap-2">
          <a
            href={replyHref({ address: replyAddress, formName: message.formName, fields })}
            className="inline-flex h-8 max-w-full items-center gap-2 rounded-md border bg-card px-3 font-medium shadow-card hover:bg-accent"
          >
            <Reply aria-hidden className="size-4 shrink-0" />
            <span className="truncate">Reply to {replyAddress}</span>
          </a>
        </p>
      ) : null}
      {message.attachments.length > 0 ? (
        <FileList submissionId={message.id} files={message.attachments} />
      ) : null}
      <section aria-labelledby="told-heading" className="grid gap-3">
        <h3 id="told-heading" className="font-semibold">
          Who was told
        </h3>
        <p className="max-w-prose text-pretty break-words text-muted-foreground">
          {describePlan(message.notificationPlan)}
          {reply ? ` ${reply}` : ""}
        </p>
        <Deliveries deliveries={message.deliveries} retry={retry} />
      </section>
      {events.length > 0 ? (
        <section aria-labelledby="events-heading" className="grid gap-3">
          <h3 id="events-heading" className="font-semibold">
            Webhook
          </h3>
          <Events formId={message.formId} events={events} />
        </section>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-1 border-t pt-4 text-xs text-muted-foreground">
        Message <code className="font-mono break-all">{message.id}</code>
        <CopyButton text={message.id} what="the message's id" />
      </p>
    </div>
  );
}
