import { useEffect, useEffectEvent } from "react";
import { usePageCommands } from "#components/shell/palette-state.ts";
import { preloadable } from "#components/ui/lazy";
import { undoLatest } from "#components/ui/toast.ts";
import { toggleFilters } from "./list/filter-button";
import { SEARCH_ID } from "./list/search-box";
import { reply } from "./message/reply-button";
import type { InboxControls } from "./palette-commands";
import { openAssignee, writeNote } from "./work/shortcuts";

const loadPaletteCommands = preloadable(() => import("./palette-commands"));

const STORAGE_KEY = "single-key-shortcuts";

/** WCAG 2.1.4: people who dictate or press keys by accident can turn single keys off. */
export function setSingleKeysEnabled(isEnabled: boolean): void {
  localStorage.setItem(STORAGE_KEY, isEnabled ? "on" : "off");
}

export function areSingleKeysEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off";
}

/** Returns whether a key is typed into a field, belongs to a dialog, or is a shortcut of the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open], [popover]:popover-open")) return true;
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      (target.matches("input, textarea, select") && !target.matches("[type=checkbox]")))
  );
}

/** Returns the key's character; on non-Latin keyboards, the Latin letter of the same key. */
function nameOf({ key, code }: KeyboardEvent): string {
  return key.length === 1 && key > "\x7f" && code.startsWith("Key")
    ? code.slice(3).toLowerCase()
    : key;
}

/** Returns false to leave the key to the browser. */
type Shortcut = (event: KeyboardEvent) => unknown;

/**
 * Registers shortcuts by the character they type, because `#` isn't Shift and 3 on every keyboard.
 */
function useShortcuts(shortcuts: Readonly<Record<string, Shortcut>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const shortcut = shortcuts[name];
    if (!shortcut || isTaken(event) || (name.length === 1 && !areSingleKeysEnabled())) return;
    if (shortcut(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** A key that is held down acts once, so that it can't archive a whole list. */
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

/**
 * Registers the inbox's keyboard shortcuts, listed in the help dialog, and its palette commands.
 */
export function useInboxShortcuts(controls: InboxControls): void {
  const { active, opened, selection, commands, showWaiting, openDialog } = controls;
  const { targets, moveTo, setRead, setAnswered, remove } = commands;
  const areAllIn = (folder: string) => targets.every((one) => one.folder === folder);
  /** Arrow keys scroll the page unless a row has the focus. */
  const stepInList =
    (by: 1 | -1): Shortcut =>
    ({ target }) => {
      if (!(target instanceof Element && target.closest("[data-message-list]"))) return false;
      active.step(by);
    };
  const goBack: Shortcut = () => {
    if (selection.ids.size > 0) selection.clear();
    else if (active.openId !== null) active.close();
    else return false;
  };
  usePageCommands(async () => (await loadPaletteCommands()).paletteCommands(controls));
  useShortcuts({
    j: () => active.step(1),
    k: () => active.step(-1),
    ArrowDown: stepInList(1),
    ArrowUp: stepInList(-1),
    o: once(() => active.cursorId && active.open(active.cursorId, { focusesHeading: true })),
    r: once(() => opened.data && reply()),
    x: once(() => active.cursorId && selection.toggle(active.cursorId)),
    e: once(() => moveTo(areAllIn("archive") ? "inbox" : "archive")),
    "!": once(() => moveTo(areAllIn("spam") ? "inbox" : "spam")),
    "#": once(() => remove()),
    Delete: once(() => remove()),
    u: once(() => setRead(targets.every(({ read }) => !read))),
    z: once(() => void undoLatest()),
    n: once(() => (selection.ids.size > 0 ? openDialog("note") : writeNote())),
    a: once(openAssignee),
    m: once(() => setAnswered(targets.every(({ answeredAt }) => answeredAt === null))),
    N: once(showWaiting),
    "/": once(focusSearch),
    f: once(toggleFilters),
    "?": once(() => openDialog("help")),
    Escape: goBack,
  });
}
