import { resetClientState } from "#components/shell/client-state";
import { endToasts, toast } from "#components/ui/toast";

/**
 * Signs out in the browser. Deletions that could still be undone are sent first. The sign-in page is a
 * full page load, so that nothing of this workspace stays in memory.
 */
export async function signOut(): Promise<void> {
  await endToasts();
  const response = await fetch("/api/account/sign-out", { method: "POST" }).catch(() => null);
  // 401: the session has already ended.
  if (!response?.ok && response?.status !== 401) {
    toast("Couldn't sign you out. Check your connection and try again.");
    return;
  }
  resetClientState();
  location.replace("/sign-in");
}
