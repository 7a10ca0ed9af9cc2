import type { DeliveryCounts } from "#lib/webhooks/count-deliveries";
import { atLeast } from "./delivery-words";

function eventsThatWait(waiting: number): string {
  return waiting === 1 ? "1 event that waits" : `${atLeast(waiting)} events that wait`;
}

/** What a save does to events that have not left; null where it does nothing. */
export function changeWarning({ waiting }: DeliveryCounts): string | null {
  if (waiting === 0) return null;
  return `Saving cancels ${eventsThatWait(waiting)} for the present receiver.`;
}

export function rotationLoss({ waiting }: DeliveryCounts): string {
  if (waiting === 0) return "No event waits to be sent, so none is lost.";
  return `${eventsThatWait(waiting)} ${waiting === 1 ? "is" : "are"} cancelled.`;
}

export function deletionLoss({ kept, waiting }: DeliveryCounts): string {
  const records =
    kept === 0
      ? "Its secret will be gone."
      : `Its secret and ${kept === 1 ? "1 delivery with its" : `${atLeast(kept)} deliveries with their`} attempts will be gone for good.`;
  return waiting === 0 ? records : `${records} ${eventsThatWait(waiting)} will not be sent.`;
}
