import { toast } from "#components/ui/toast.ts";
import { NOTE_ID } from "./note-id";

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

/** Opens the list of members for the selected messages, or for the open one. */
export function openAssignee(): void {
  const selects = [...document.querySelectorAll<HTMLSelectElement>("select[data-assign]")];
  const select = selects.find(isShown);
  if (!select) {
    toast("Open a message first, or select some.");
    return;
  }
  select.focus();
  // A browser without it has the keys of the list that has the focus.
  if ("showPicker" in select) select.showPicker();
}

/** Moves to the field for a note about the open message. */
export function writeNote(): void {
  const field = document.getElementById(NOTE_ID);
  if (!field || !isShown(field)) {
    toast("Open a message first, or select some.");
    return;
  }
  field.scrollIntoView({ block: "center" });
  field.focus();
}
