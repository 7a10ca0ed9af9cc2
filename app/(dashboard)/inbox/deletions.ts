import { ask } from "#components/inbox/ask";
import { confirmChanges, recordChanges, revokeChanges } from "#components/inbox/change-log";
import { toast } from "#components/ui/toast";
import { countOf } from "#lib/core/count";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import { DELETIONS_UNDER_WAY } from "./later";
import { chunksOf, markOf } from "./message-commands";

/**
 * Deleting is for good, so the service is asked only when the time to take it back is over: its toast
 * has gone, or the page is being left. Until then nothing is lost, whatever happens to the browser.
 */
type Part = { messages: readonly ChosenMessage[]; keys: readonly string[] };

/** "1 message and 2 files" */
export function lossOf(messages: readonly ChosenMessage[]): string {
  const files = messages.reduce((sum, { attachmentCount }) => sum + attachmentCount, 0);
  const loss = countOf(messages.length, "message");
  return files > 0 ? `${loss} and ${countOf(files, "file")}` : loss;
}

/** Takes messages out of sight. */
function hide(messages: readonly ChosenMessage[]): Part[] {
  return chunksOf(messages).map((chunk) => ({
    messages: chunk,
    keys: recordChanges(
      chunk.map((one) => ({
        id: one.id,
        formId: one.formId,
        from: markOf(one),
        to: { isDeleted: true },
      })),
    ),
  }));
}

/** Takes messages out of sight, and deletes them unless that is taken back in time. */
export function deleteMessages(messages: readonly ChosenMessage[]): void {
  if (messages.length === 0) return;
  const parts = hide(messages);
  toast(`Deleted ${lossOf(messages)}.`, {
    label: "Undo",
    run: () => revokeChanges(parts.flatMap(({ keys }) => keys)),
    onEnd: () => carryOut(parts),
  });
}

async function carryOut(parts: readonly Part[]): Promise<void> {
  note([...noted(), ...parts.flatMap(({ messages }) => messages)]);
  await Promise.all(parts.map(remove));
}

async function remove({ messages, keys }: Part): Promise<void> {
  const ids = messages.map(({ id }) => id);
  try {
    const { data } = await ask<{ data: { doneAt: number } }>("/submissions/delete", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ids }),
      // It goes on when the page is left meanwhile.
      keepalive: true,
    });
    confirmChanges(keys, data.doneAt);
  } catch {
    revokeChanges(keys);
    toast(`Not deleted, the service could not be reached: ${lossOf(messages)}.`);
  }
  note(noted().filter(({ id }) => !ids.includes(id)));
}

function noted(): ChosenMessage[] {
  return JSON.parse(sessionStorage.getItem(DELETIONS_UNDER_WAY) ?? "[]");
}

function note(messages: readonly ChosenMessage[]): void {
  if (messages.length > 0) sessionStorage.setItem(DELETIONS_UNDER_WAY, JSON.stringify(messages));
  else sessionStorage.removeItem(DELETIONS_UNDER_WAY);
}

/** Makes sure of what the page before had asked for: its request and this page may have met. */
export function resumeDeletions(): void {
  const messages = noted();
  if (messages.length > 0) void carryOut(hide(messages));
}
