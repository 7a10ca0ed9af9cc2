import { onSignOut } from "#components/shell/sign-out";
import { createStore } from "#components/ui/store.ts";

/** The message whose composer is open; null if none is. */
export const composing = createStore<string | null>(null);

const STORAGE_KEY = "reply-drafts";
const MAX_DRAFTS = 50;

/** Unsent replies by message, the latest last. They survive a reload, and end at sign-out. */
type Drafts = readonly (readonly [id: string, text: string])[];

function readDrafts(): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Drafts) : [];
  } catch {
    return [];
  }
}

/** Returns the unsent reply to a message; empty if there is none. */
export function readDraft(messageId: string): string {
  return readDrafts().find(([id]) => id === messageId)?.[1] ?? "";
}

/**
 * Stores an unsent reply. An empty text removes the draft; beyond 50, the oldest one is deleted.
 */
export function saveDraft(messageId: string, text: string): void {
  const others = readDrafts().filter(([id]) => id !== messageId);
  const drafts = text.trim() === "" ? others : [...others, [messageId, text] as const];
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(drafts.slice(-MAX_DRAFTS)));
  } catch {
    // A full storage keeps the text in the field alone.
  }
}

onSignOut(() => {
  composing.set(null);
  localStorage.removeItem(STORAGE_KEY);
});
