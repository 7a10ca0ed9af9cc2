import { AskFailed, ask } from "#components/inbox/ask";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

export type Opened =
  | { state: "loading" }
  | { state: "ready"; value: InboxMessage }
  | { state: "gone" }
  | { state: "failed"; isSignedOut: boolean };

const LOADING: Opened = { state: "loading" };
/** Messages that are kept to be shown at once; what lies around the open one, mostly. */
const MAX_KEPT = 60;
/** What is older is shown, and read again meanwhile. */
const FRESH_MS = 10_000;

type Entry = { shown: Opened; readAt: number; isAsked: boolean };

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

function put(id: string, entry: Entry): void {
  entries.delete(id);
  entries.set(id, entry);
  const [oldest] = entries.keys();
  if (entries.size > MAX_KEPT && oldest !== undefined) entries.delete(oldest);
  for (const listener of listeners) listener();
}

export function openedMessage(id: string): Opened {
  return entries.get(id)?.shown ?? LOADING;
}

export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes what the page itself was drawn with, unless something newer is known. */
export function seedMessage(id: string, value: InboxMessage | null): void {
  const known = entries.get(id)?.shown;
  const isOlder = known?.state === "ready" && value && known.value.asOf >= value.asOf;
  if (isOlder) return;
  const shown: Opened = value ? { state: "ready", value } : { state: "gone" };
  put(id, { shown, readAt: Date.now(), isAsked: false });
}

/** Reads a message again; what is known of it is shown meanwhile. */
export async function readMessage(id: string): Promise<void> {
  const before = entries.get(id)?.shown ?? LOADING;
  put(id, {
    shown: before.state === "failed" ? LOADING : before,
    readAt: Date.now(),
    isAsked: true,
  });
  const shown = await askFor(id);
  // What was shown well stays, when only the way to the service is broken.
  const isKept = shown.state === "failed" && before.state === "ready";
  put(id, { shown: isKept ? before : shown, readAt: Date.now(), isAsked: false });
}

async function askFor(id: string): Promise<Opened> {
  try {
    const { data } = await ask<{ data: InboxMessage }>(`/submissions/${id}`);
    return { state: "ready", value: data };
  } catch (failure) {
    if (!(failure instanceof AskFailed)) throw failure;
    if (failure.status === 404) return { state: "gone" };
    return { state: "failed", isSignedOut: failure.status === 401 };
  }
}

/** Has a message at hand: asks for it unless it is known and fresh, or asked for already. */
export function wantMessage(id: string): void {
  const entry = entries.get(id);
  if (entry?.isAsked || (entry && Date.now() - entry.readAt < FRESH_MS)) return;
  void readMessage(id);
}
