import { soon } from "#components/ui/later";

export const loadView = soon(() => import("./message-view"));
export const loadRelease = soon(() => import("./release-message"));
export const loadSteps = soon(() => import("./inbox-steps"));
export const loadDeletions = soon(() => import("./deletions"));

/** Where this tab notes what it asked to be deleted and had no answer to. */
export const DELETIONS_UNDER_WAY = "inbox-deletions";

/** Goes on with deletions that the page before has left. */
export function resumeDeletions(): void {
  if (sessionStorage.getItem(DELETIONS_UNDER_WAY) === null) return;
  loadDeletions().then(
    (deletions) => deletions.resumeDeletions(),
    // They stay noted for the next page.
    () => undefined,
  );
}
