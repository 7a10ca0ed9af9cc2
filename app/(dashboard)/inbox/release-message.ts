import { confirmChanges, recordChanges } from "#components/inbox/change-log";
import { openedMessage, readMessage } from "#components/inbox/message-cache";
import { type Offer, toast } from "#components/ui/toast";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import { releaseMessageAction } from "./actions";
import { markOf } from "./message-commands";

/** Sends what spam kept back of a message, and takes it out of spam if it is there. */
export async function releaseMessage(message: ChosenMessage): Promise<void> {
  const isSpam = message.folder === "spam";
  const folder = message.folder === "archive" ? "archive" : "inbox";
  const input = { folder, mail: true, event: true } as const;
  const { value, refusal } = await releaseMessageAction(message.id, input).catch(() => ({
    value: null,
    refusal: "The service could not be reached.",
  }));
  toast(value ? value.message : refusal);
  if (value && isSpam) {
    const to = { folder, spamReason: null } as const;
    const change = { id: message.id, formId: message.formId, from: markOf(message), to };
    confirmChanges(recordChanges([change]), value.doneAt);
  }
  await readMessage(message.id);
}

/** What is offered for a message that leaves spam; nothing where nothing was kept back of it. */
export function offerOf(message: ChosenMessage): Offer | undefined {
  const opened = openedMessage(message.id);
  const known = opened.state === "ready" ? opened.value.withheld : undefined;
  if (known === null) return undefined;
  const names = [known?.mail ? "mail" : null, known?.event ? "event" : null].filter(Boolean);
  return {
    label: known ? `Send the ${names.join(" and ")}` : "Send what was held back",
    run: () => void releaseMessage({ ...message, folder: "inbox", spamReason: null }),
  };
}
