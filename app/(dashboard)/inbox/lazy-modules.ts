import { preloadable } from "#components/ui/lazy";
import { PENDING_DELETIONS } from "./query-client";

export const loadMessageView = preloadable(() => import("./message/message-view"));
export const loadPaletteCommands = preloadable(() => import("./palette-commands"));
export const loadDeleteMessages = preloadable(() => import("./selection/delete-messages"));

/** Finishes the deletions that the previous page sent without seeing the response. */
export function resumeDeletions(): void {
  if (sessionStorage.getItem(PENDING_DELETIONS) === null) return;
  loadDeleteMessages().then(
    (module) => module.resumeDeletions(),
    // They stay stored for the next page.
    () => undefined,
  );
}
