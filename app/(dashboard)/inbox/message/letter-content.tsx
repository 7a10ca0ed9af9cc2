import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { sendSuppressed } from "../selection/update-messages";
import { Attachments } from "./attachments";
import { letterParts } from "./letter-parts";
import { MessageBody, MessageFields } from "./message-fields";
import { MessageSection } from "./message-section";

/** Rarely needed. */
const SuppressedNotice = lazy(async () => ({
  default: (await import("./unsent-deliveries")).SuppressedNotice,
}));

/** What a letter holds below its head. */
export function LetterContent({ opened }: { opened: InboxMessage }) {
  const { message, fields, suppressed, replyAddress } = opened;
  const client = useQueryClient();
  const { body, others } = letterParts(fields, { ...message, replyAddress });
  return (
    <>
      {message.folder === "spam" || suppressed ? (
        <Suspense fallback={<div className="h-16" />}>
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
        </Suspense>
      ) : null}
      {body ? <MessageBody {...body} /> : null}
      {others.length > 0 ? <MessageFields fields={others} /> : null}
      {message.attachments.length > 0 ? (
        <MessageSection title="Files">
          <Attachments submissionId={message.id} attachments={message.attachments} />
        </MessageSection>
      ) : null}
    </>
  );
}
