import { Ban } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

const BlockSenderDialog = lazyWithFallback(
  () => import("../dialogs/block-sender-dialog"),
  Unreachable,
);

/** Asks whether to block the sender of a message, if it has an address that isn’t blocked. */
export function BlockButton({ opened: { replyAddress, spamMatch } }: { opened: InboxMessage }) {
  const [isAsking, setAsking] = useState(false);
  if (replyAddress === null || spamMatch !== null) return null;
  return (
    <>
      <IconButton
        icon={<Ban aria-hidden />}
        label="Block sender"
        title="Block sender"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      />
      {isAsking ? (
        <BlockSenderDialog address={replyAddress} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
