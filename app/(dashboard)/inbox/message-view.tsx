import { lazy, Suspense } from "react";
import { Deliveries } from "#components/inbox/deliveries";
import { Events } from "#components/inbox/events";
import { FieldList } from "#components/inbox/field-list";
import { FileList } from "#components/inbox/file-list";
import { readMessage } from "#components/inbox/message-cache";
import { Sender } from "#components/inbox/sender";
import { describePlan, describeSpam, describeVisitorReply } from "#components/inbox/sentences";
import { CopyButton } from "#components/ui/copy-button";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { retryEmailAction } from "./actions";
import { loadRelease } from "./later";

const WithheldNotice = lazy(() => import("#components/inbox/withheld-notice"));

type MessageViewProps = { opened: InboxMessage };

/** All of a message below its heading. */
export default function MessageView({ opened }: MessageViewProps) {
  const { message, fields, events, withheld, replyAddress } = opened;
  const isSpam = message.folder === "spam";

  async function release(): Promise<void> {
    const { releaseMessage } = await loadRelease();
    await releaseMessage({ ...message, attachmentCount: message.attachments.length });
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
        <Sender address={replyAddress} formName={message.formName} fields={fields} />
      ) : null}
      {message.attachments.length > 0 ? (
        <FileList submissionId={message.id} files={message.attachments} />
      ) : null}
      <section aria-labelledby="told-heading" className="grid gap-3">
        <h3 id="told-heading" className="font-semibold">
          Who was told
        </h3>
        <p className="max-w-prose text-pretty break-words text-muted-foreground">
          {describePlan(message.notificationPlan, message.deliveries.length > 0)}
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
