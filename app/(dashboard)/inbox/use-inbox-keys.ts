import { type Shortcut, useShortcuts } from "#components/inbox/shortcuts";
import { usePageSteps } from "#components/shell/palette-state";
import { undoToast } from "#components/ui/toast";
import { loadSteps } from "./later";
import { SEARCH_ID } from "./search-box";
import type { Choice } from "./use-choice";
import type { Commands } from "./use-commands";
import type { Reading } from "./use-reading";

export type InboxParts = {
  reading: Reading;
  choice: Choice;
  commands: Commands;
  reveal: () => void;
  openDialog: (name: "export" | "help") => void;
};

/** A key that is held down does it once: nobody means to archive a whole list. */
function once(run: () => void): Shortcut {
  return (event) => {
    if (!event.repeat) run();
  };
}

function focusSearch(): void {
  const box = document.getElementById(SEARCH_ID);
  if (box instanceof HTMLInputElement) {
    box.focus();
    box.select();
  }
}

/** The keys of the inbox; the help dialog lists them. */
export function useInboxKeys(parts: InboxParts): void {
  const { reading, choice, commands, reveal, openDialog } = parts;
  const { targets, moveTo, setRead, remove } = commands;
  const areAllIn = (folder: string) => targets.every((one) => one.folder === folder);
  const step =
    (by: 1 | -1): Shortcut =>
    () =>
      reading.step(by);
  /** Arrows scroll the page, unless a row has the focus. */
  const stepInList =
    (by: 1 | -1): Shortcut =>
    (event) => {
      const { target } = event;
      if (!(target instanceof Element && target.closest("[data-message-list]"))) return false;
      reading.step(by);
    };
  /** One step back: from what is chosen, then from what is open. */
  const goBack: Shortcut = () => {
    if (choice.ids.size > 0) choice.clear();
    else if (reading.openId !== null) reading.close();
    else return false;
  };
  usePageSteps(async () => (await loadSteps()).inboxSteps(parts));
  useShortcuts({
    j: step(1),
    k: step(-1),
    ArrowDown: stepInList(1),
    ArrowUp: stepInList(-1),
    o: once(() => reading.cursorId && reading.open(reading.cursorId, { focusesHeading: true })),
    x: once(() => reading.cursorId && choice.toggle(reading.cursorId)),
    e: once(() => moveTo(areAllIn("archive") ? "inbox" : "archive")),
    "!": once(() => moveTo(areAllIn("spam") ? "inbox" : "spam")),
    "#": once(() => remove()),
    Delete: once(() => remove()),
    u: once(() => setRead(targets.every(({ read }) => !read))),
    z: once(() => void undoToast()),
    n: once(reveal),
    "/": once(focusSearch),
    "?": once(() => openDialog("help")),
    Escape: goBack,
  });
}
