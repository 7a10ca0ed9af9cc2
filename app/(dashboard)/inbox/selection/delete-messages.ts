import type { QueryClient } from "@tanstack/react-query";
import { fetchJson } from "#components/shell/fetch-json.ts";
import { toast } from "#components/ui/toast.ts";
import { countOf } from "#lib/core/count";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import { activeClient, PENDING_DELETIONS } from "../query-client";
import { heldDeletions, sendChanges } from "../send-changes";
import { toChange } from "./update-messages";

type Messages = readonly SelectedMessage[];
/** Deletions sent and not yet confirmed, which the next page repeats. */
type Pending = { workspaceId: string; deletions: readonly Messages[] };

/**
 * True while the page closes. No one would see that a deletion failed, so the next page repeats it.
 */
let isClosing = false;
if (typeof window !== "undefined") {
  addEventListener("pagehide", () => {
    isClosing = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    isClosing = false;
    if (persisted) resumeDeletions();
  });
}

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
  const changes = messages.map((one) => toChange(one, { isDeleted: true }));
  const release = () => heldDeletions.set(heldDeletions.get().filter((held) => held !== changes));
  heldDeletions.set([...heldDeletions.get(), changes]);
  toast(`Deleted ${describeDeleted(messages)}.`, {
    label: "Undo",
    counted: {
      kind: "Deleted",
      count: messages.length,
      describe: (count) => `Deleted ${countOf(count, "message")}.`,
    },
    run: release,
    onEnd: () => {
      const sending = sendDeletion(client, workspaceId, messages);
      release();
      return sending;
    },
  });
}

async function sendDeletion(
  client: QueryClient,
  workspaceId: string,
  messages: Messages,
): Promise<void> {
  const changes = messages.map((one) => toChange(one, { isDeleted: true }));
  const ids = messages.map(({ id }) => id);
  setPending(workspaceId, [...pendingOf(workspaceId), messages]);
  try {
    await sendChanges(client, changes, () =>
      fetchJson("/submissions/delete", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ids }),
        // The request outlives the page.
        keepalive: true,
      }),
    );
  } catch {
    if (isClosing) return;
    toast(`Couldn’t reach the service. Not deleted: ${describeDeleted(messages)}.`);
  }
  setPending(
    workspaceId,
    pendingOf(workspaceId).filter(([first]) => first?.id !== ids[0]),
  );
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

/** Repeats the deletions of a page that closed, possibly before the server received them. */
export function resumeDeletions(): void {
  const active = activeClient();
  if (active === null) return;
  const { client, workspaceId } = active;
  const deletions = pendingOf(workspaceId);
  setPending(workspaceId, []);
  for (const messages of deletions) void sendDeletion(client, workspaceId, messages);
}
