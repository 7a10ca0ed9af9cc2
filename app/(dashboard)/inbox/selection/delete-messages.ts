import type { QueryClient } from "@tanstack/react-query";
import { fetchJson } from "#components/shell/fetch-json.ts";
import { toast } from "#components/ui/toast.ts";
import { countOf } from "#lib/core/count";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/list-submissions";
import { holdChanges } from "../optimistic-updates";
import { activeClient, PENDING_DELETIONS } from "../query-client";
import { toChange } from "./update-messages";

type Messages = readonly SelectedMessage[];
/** Deletions sent and not yet confirmed, which the next page repeats. */
type Pending = { workspaceId: string; deletions: readonly Messages[] };

/** "1 message and 2 files" */
export function describeDeleted(messages: Messages): string {
  const files = messages.reduce((sum, { attachmentCount }) => sum + attachmentCount, 0);
  const count = countOf(messages.length, "message");
  return files > 0 ? `${count} and ${countOf(files, "file")}` : count;
}

/**
 * Hides messages, and deletes them once they can no longer be restored: when the toast with Undo ends,
 * the page closes or the user signs out. Until then nothing is sent, so a crash loses nothing.
 */
export function deleteMessages(messages: Messages): void {
  const active = activeClient();
  if (messages.length === 0 || active === null) return;
  const { client, workspaceId } = active;
  const { revert, send } = hideMessages(client, workspaceId, messages);
  toast(`Deleted ${describeDeleted(messages)}.`, {
    label: "Undo",
    counted: {
      kind: "Deleted",
      count: messages.length,
      describe: (count) => `Deleted ${countOf(count, "message")}.`,
    },
    run: revert,
    onEnd: send,
  });
}

function hideMessages(client: QueryClient, workspaceId: string, messages: Messages) {
  const { confirm, revert } = holdChanges(
    client,
    messages.map((one) => toChange(one, { isDeleted: true })),
  );
  const ids = messages.map(({ id }) => id);
  async function send(): Promise<void> {
    setPending(workspaceId, [...pendingOf(workspaceId), messages]);
    try {
      const { data } = await fetchJson<{ data: { doneAt: number } }>("/submissions/delete", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ids }),
        // The request outlives the page.
        keepalive: true,
      });
      confirm({ doneAt: data.doneAt, cancelled: [] });
    } catch {
      revert();
      toast(`Couldn’t reach the service. Not deleted: ${describeDeleted(messages)}.`);
    }
    setPending(
      workspaceId,
      pendingOf(workspaceId).filter(([first]) => first?.id !== ids[0]),
    );
  }
  return { revert, send };
}

function pendingOf(workspaceId: string): readonly Messages[] {
  const stored = sessionStorage.getItem(PENDING_DELETIONS);
  if (stored === null) return [];
  const pending: Pending = JSON.parse(stored);
  return pending.workspaceId === workspaceId ? pending.deletions : [];
}

function setPending(workspaceId: string, deletions: readonly Messages[]): void {
  const pending: Pending = { workspaceId, deletions };
  if (deletions.length > 0) sessionStorage.setItem(PENDING_DELETIONS, JSON.stringify(pending));
  else sessionStorage.removeItem(PENDING_DELETIONS);
}

/** Repeats the deletions of the previous page: it may have closed before they were received. */
export function resumeDeletions(): void {
  const active = activeClient();
  if (active === null) return;
  const { client, workspaceId } = active;
  const deletions = pendingOf(workspaceId);
  setPending(workspaceId, []);
  for (const messages of deletions) void hideMessages(client, workspaceId, messages).send();
}
