/** What a first look does without. It comes with the first sign of life, before it is needed. */
export const loadView = () => import("./message-view");
export const loadChoiceBar = () => import("./choice-bar");
export const loadDeletions = () => import("./deletions");

/** Where this tab notes what it asked to be deleted and had no answer to. */
export const DELETIONS_UNDER_WAY = "inbox-deletions";

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** Loads it all once somebody moves; deletions at once when the page before has left some. */
export function loadLater(): () => void {
  const load = () => {
    stop();
    // Offline it is asked for again where it is needed.
    for (const part of [loadView, loadChoiceBar, loadDeletions]) part().catch(() => undefined);
  };
  const stop = () => {
    for (const sign of SIGNS) removeEventListener(sign, load);
  };
  for (const sign of SIGNS) addEventListener(sign, load);
  if (sessionStorage.getItem(DELETIONS_UNDER_WAY) !== null)
    void loadDeletions().then(({ resumeDeletions }) => resumeDeletions());
  return stop;
}
