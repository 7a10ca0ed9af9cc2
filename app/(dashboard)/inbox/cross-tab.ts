import type { MutationCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import type { ChangeOutcome } from "./actions";
import { type ChangeState, holdChanges, type MessageChange } from "./optimistic-updates";

type TabMessage =
  | { kind: "started"; key: string; changes: readonly MessageChange[] }
  | { kind: "done"; key: string; outcome: ChangeOutcome }
  | { kind: "failed"; key: string };

/** A tab that hasn't reported the end of its change by then was closed. */
const REMOTE_TIMEOUT_MS = 60_000;

/** Not a UUID: browsers only create those on https and localhost. */
const TAB = Math.random().toString(36).slice(2);

function toTabMessage(event: MutationCacheNotifyEvent): TabMessage | null {
  if (event.type !== "updated" || event.mutation.meta?.isRemote) return null;
  const key = `${TAB}-${event.mutation.mutationId}`;
  const { variables, data }: ChangeState = event.mutation.state;
  switch (event.action.type) {
    case "pending":
      return { kind: "started", key, changes: variables ?? [] };
    case "success":
      return data ? { kind: "done", key, outcome: data } : null;
    case "error":
      return { kind: "failed", key };
    default:
      return null;
  }
}

/** Shows the changes of each tab in all tabs of the workspace. Returns what stops it. */
export function syncTabs(client: QueryClient, workspaceId: string): () => void {
  const channel = new BroadcastChannel(`inbox-changes ${workspaceId}`);
  const remote = new Map<string, ReturnType<typeof holdChanges>>();

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === "started") {
      const held = holdChanges(client, message.changes, { isRemote: true });
      remote.set(message.key, held);
      setTimeout(held.revert, REMOTE_TIMEOUT_MS);
      return;
    }
    const held = remote.get(message.key);
    remote.delete(message.key);
    if (message.kind === "done") held?.confirm(message.outcome);
    else held?.revert();
  };
  const unsubscribe = client.getMutationCache().subscribe((event) => {
    const message = toTabMessage(event);
    if (message) channel.postMessage(message);
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
