import { soon } from "#components/ui/later";

export const loadMessageView = soon(() => import("./message/message-view"));
export const loadPaletteCommands = soon(() => import("./palette-commands"));
export const loadDeleteMessages = soon(() => import("./selection/delete-messages"));

/** Session storage key of the deletions that were sent and not yet confirmed. */
export const PENDING_DELETIONS = "inbox-deletions";

/** Finishes the deletions that the previous page sent without seeing the response. */
export function resumeDeletions(): void {
  if (sessionStorage.getItem(PENDING_DELETIONS) === null) return;
  loadDeleteMessages().then(
    (module) => module.resumeDeletions(),
    // They stay stored for the next page.
    () => undefined,
  );
}
