import { countOf } from "#lib/core/count";
import { type DeliveryCounts, MAX_COUNTED } from "#lib/webhooks/list-deliveries";

/** Counting stops somewhere: "12 deliveries", "at least 10,000 deliveries". */
function counted(count: number, one: string, many: string): string {
  const text = countOf(Math.min(count, MAX_COUNTED), one, many);
  return count < MAX_COUNTED ? text : `at least ${text}`;
}

function waitingEvents(waiting: number): string {
  return counted(waiting, "waiting event", "waiting events");
}

/** What a save does to events that have not left; null where it does nothing. */
export function changeWarning({ waiting }: DeliveryCounts): string | null {
  if (waiting === 0) return null;
  return `Saving cancels ${waitingEvents(waiting)} for the current endpoint.`;
}

export function rotationLoss({ waiting }: DeliveryCounts): string {
  if (waiting === 0) return "No events are waiting, so none is lost.";
  return `This cancels ${waitingEvents(waiting)}.`;
}

export function deletionLoss({ kept, waiting }: DeliveryCounts): string {
  const records = kept === 0 ? "" : ` and ${counted(kept, "delivery", "deliveries")}`;
  const loss = `This permanently deletes its secret${records}.`;
  return waiting === 0 ? loss : `${loss} It also cancels ${waitingEvents(waiting)}.`;
}
