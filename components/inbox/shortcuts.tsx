import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

const STORED = "single-key-shortcuts";
const listeners = new Set<() => void>();

/** WCAG 2.1.4: who dictates or holds keys by accident can switch single keys off. */
export function setShortcuts(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? "on" : "off");
  for (const listener of listeners) listener();
}

function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED) !== "off";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcutsSwitch(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn, () => true);
}

/** Whether a key is being typed into something, or belongs to a dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      (target.matches("input, textarea, select") && !target.matches("[type=checkbox]")))
  );
}

/** What a key types; on keyboards of other scripts the Latin letter that stands beside its own. */
function nameOf({ key, code }: KeyboardEvent): string {
  return key.length === 1 && key > "\x7f" && code.startsWith("Key")
    ? code.slice(3).toLowerCase()
    : key;
}

/** Answers false where the key is not the shortcut's after all, and does what it always does. */
export type Shortcut = (event: KeyboardEvent) => unknown;

/** Single keys, by what they type: `#`, not Shift and 3, which is elsewhere on other keyboards. */
export function useShortcuts(shortcuts: Readonly<Record<string, Shortcut>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const shortcut = shortcuts[name];
    if (!shortcut || isTaken(event) || (name.length === 1 && !areShortcutsOn())) return;
    if (shortcut(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
