import { useEffect, useEffectEvent } from "react";
import { readMessage, seedMessage, wantMessage } from "#components/inbox/message-cache";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import { changeMessages } from "./message-commands";

/** How often the mail and events of the open message are looked at while some are on their way. */
const FOLLOW_MS = 2_000;

/** What the page was drawn with: the message that its address names, or that there is no such one. */
export type OnServer = InboxMessage | "gone" | null;

/** Has the open message at hand and marks it read. */
export function useOpened(
  openId: string | null,
  namedId: string | null,
  onServer: OnServer,
  current: ChosenMessage | null,
): void {
  useEffect(() => {
    if (namedId && onServer) seedMessage(namedId, onServer === "gone" ? null : onServer);
  }, [namedId, onServer]);

  useEffect(() => {
    if (openId) wantMessage(openId);
  }, [openId]);

  const markRead = useEffectEvent(() => {
    if (current?.id === openId && current && !current.read)
      void changeMessages([current], { read: true }, null);
  });
  const isKnown = current !== null && current.id === openId;
  useEffect(() => {
    if (openId && isKnown) markRead();
  }, [openId, isKnown]);
}

/** Reads a message again and again while something of it is on its way. */
export function useFollowed({ message, events }: InboxMessage): void {
  const isMoving =
    message.deliveries.some(({ status }) => status === "queued" || status === "sending") ||
    events.some(({ status }) => status === "queued" || status === "sending");
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (!document.hidden) void readMessage(message.id);
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isMoving, message.id]);
}
