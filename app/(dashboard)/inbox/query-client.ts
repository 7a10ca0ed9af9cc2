import { focusManager, QueryClient } from "@tanstack/react-query";
import { unreadCount } from "#components/shell/navigation";
import { onSignOut } from "#components/shell/sign-out";
import type { MessageTotals } from "#lib/domain/submissions/inbox/inbox-schema";
import { changeTotals, totalsIn } from "./changes";
import { TOTALS_KEY } from "./query-keys";
import { heldDeletions, pendingChanges } from "./send-changes";

/** Session storage key of the deletions that were sent and not yet confirmed. */
export const PENDING_DELETIONS = "pending-deletions";

/** A page that hasn't been touched for this long isn't being read. */
const IDLE_MS = 15 * 60_000;

type Active = { workspaceId: string; client: QueryClient; stopPublishing: () => void };
let active: Active | null = null;

/**
 * The cache of the inbox. It outlives the page, so that a deletion can be undone elsewhere, and belongs
 * to one workspace: it is cleared at sign-out, and when another workspace's inbox opens.
 */
export function inboxClient(workspaceId: string): QueryClient {
  if (typeof window === "undefined") return createClient();
  if (active?.workspaceId === workspaceId) return active.client;
  resetInbox();
  const client = createClient();
  const publish = () => publishUnread(client);
  client.getMutationCache().subscribe(publish);
  client.getQueryCache().subscribe(publish);
  const stopPublishing = heldDeletions.subscribe(publish);
  focusManager.setEventListener(trackActivity);
  active = { workspaceId, client, stopPublishing };
  return client;
}

/** Returns the cache in use, for code outside of components. */
export function activeClient(): Active | null {
  return active;
}

function resetInbox(): void {
  if (active === null) return;
  // The session has ended, so nothing more is fetched, even if the inbox is still on screen.
  focusManager.setEventListener(() => undefined);
  focusManager.setFocused(false);
  active.client.setDefaultOptions({ queries: { enabled: false } });
  active.stopPublishing();
  active.client.clear();
  heldDeletions.set([]);
  unreadCount.set(null);
  active = null;
  sessionStorage.removeItem(PENDING_DELETIONS);
}
onSignOut(resetInbox);

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline requests fail with an error instead of waiting.
      queries: { retry: false, networkMode: "always", refetchOnReconnect: false },
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * Updates the count in the navigation, which other pages show without the inbox's scripts while a deletion can still be
 * undone.
 */
function publishUnread(client: QueryClient): void {
  const totals = client.getQueryData<readonly MessageTotals[]>(TOTALS_KEY);
  if (!totals) return;
  unreadCount.set(totalsIn(changeTotals(totals, pendingChanges(client)), "inbox").unread);
}

/** Pauses polling while the page is hidden or idle, and resumes it when someone is back. */
function trackActivity(setFocused: (isFocused: boolean) => void): () => void {
  const events = ["pointerdown", "keydown", "visibilitychange"] as const;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    setFocused(!document.hidden);
    timer = setTimeout(() => setFocused(false), IDLE_MS);
  };
  update();
  for (const event of events) document.addEventListener(event, update);
  return () => {
    clearTimeout(timer);
    for (const event of events) document.removeEventListener(event, update);
  };
}
