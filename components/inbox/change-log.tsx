import type { MessageState } from "#lib/submissions/inbox-schema";

/** What a change can touch of a message, as the dashboard knows it. */
export type Mark = Omit<MessageState, "id"> & { isDeleted: boolean };

/**
 * One change of one message. `at`: the service's time by which it was done, in epoch milliseconds;
 * Infinity while nobody knows. What was read before that may not show it yet.
 */
export type Change = {
  key: string;
  id: string;
  formId: string;
  from: Mark;
  to: Partial<Mark>;
  at: number;
};

type News =
  | { kind: "recorded"; changes: readonly Change[] }
  | { kind: "confirmed"; keys: readonly string[]; at: number }
  | { kind: "revoked"; keys: readonly string[] };

/** Older ones are in everything that has been read since. */
const MAX_KEPT = 5_000;
/** A tab that has not said by then how its change ended is gone, and its change perhaps with it. */
const FOREIGN_LIMIT_MS = 60_000;

/** Not a UUID: the browser makes those on https and localhost only. */
const tab = Math.random().toString(36).slice(2);
let made = 0;

let log: readonly Change[] = [];
const listeners = new Set<() => void>();
/** Tells the other tabs, so that none of them shows what this one has changed. */
let channel: BroadcastChannel | null = null;

function apply(news: News): void {
  switch (news.kind) {
    case "recorded":
      log = [...log, ...news.changes].slice(-MAX_KEPT);
      break;
    case "confirmed":
      log = log.map((one) => (news.keys.includes(one.key) ? { ...one, at: news.at } : one));
      break;
    case "revoked":
      log = log.filter(({ key }) => !news.keys.includes(key));
      break;
  }
  for (const listener of listeners) listener();
}

function tell(news: News): void {
  apply(news);
  // Infinity survives the structured clone of a channel, not JSON.
  channel?.postMessage(news);
}

/** Shows changes at once, before the service knows of them. @returns their keys */
export function recordChanges(changes: readonly Omit<Change, "key" | "at">[]): string[] {
  const recorded = changes.map((one) => ({
    ...one,
    key: `${tab}-${made++}`,
    at: Number.POSITIVE_INFINITY,
  }));
  tell({ kind: "recorded", changes: recorded });
  return recorded.map(({ key }) => key);
}

/** @param at - the service's time after it has made the changes */
export function confirmChanges(keys: readonly string[], at: number): void {
  tell({ kind: "confirmed", keys, at });
}

/** Takes back what the service refused, or what was never asked of it. */
export function revokeChanges(keys: readonly string[]): void {
  tell({ kind: "revoked", keys });
}

function hear(news: News): void {
  apply(news);
  if (news.kind !== "recorded") return;
  const keys = news.changes.map(({ key }) => key);
  setTimeout(() => {
    const isOpen = (one: Change) => keys.includes(one.key) && one.at === Number.POSITIVE_INFINITY;
    const open = log.filter(isOpen).map(({ key }) => key);
    if (open.length > 0) apply({ kind: "revoked", keys: open });
  }, FOREIGN_LIMIT_MS);
}

export function changeLog(): readonly Change[] {
  return log;
}

export function subscribeToChanges(listener: () => void): () => void {
  if (listeners.size === 0 && typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel("inbox-changes");
    channel.onmessage = ({ data }: MessageEvent<News>) => hear(data);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = null;
  };
}
