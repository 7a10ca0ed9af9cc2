import { useQueryClient } from "@tanstack/react-query";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { labelOf, showFields } from "#lib/fields/shown-fields";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { sendSuppressed } from "../selection/not-spam";
import { Attachments } from "./attachments";
import { letterParts } from "./letter-parts";
import { MessageBody, MessageFields } from "./message-fields";
import { MessageSection } from "./message-section";

/** Rarely needed. */
const SuppressedNotice = lazyWithFallback(
  async () => ({ default: (await import("./unsent-deliveries")).SuppressedNotice }),
  NotLoaded,
  { isRare: true, placeholder: <div className="h-16" /> },
);

/** The content of a letter below its head. */
export function LetterContent({ opened }: { opened: InboxMessage }) {
  const { message, fields, known, suppressed, replyAddress } = opened;
  const client = useQueryClient();
  const { body, others } = letterParts(fields, { ...message, replyAddress });
  return (
    <>
      {message.folder === "spam" || suppressed ? (
        <SuppressedNotice
          opened={opened}
          send={() =>
            sendSuppressed(client, {
              ...message,
              spamMatch: opened.spamMatch,
              attachmentCount: message.attachments.length,
            })
          }
        />
      ) : null}
      {body ? <MessageBody {...body} label={labelOf(body.name, known)} /> : null}
      {others.length > 0 ? (
        <MessageFields fields={showFields(others, known)} invalid={message.invalidFields} />
      ) : null}
      {message.attachments.length > 0 ? (
        <MessageSection title="Files">
          <Attachments submissionId={message.id} attachments={message.attachments} />
        </MessageSection>
      ) : null}
    </>
  );
}
