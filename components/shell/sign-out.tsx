"use client";

import { type ReactNode, useEffect } from "react";
import { IconButton } from "#components/ui/button";
import { endToasts, toast } from "#components/ui/toast.ts";

const resets = new Set<() => void>();

/** Registers a function that removes a workspace's data from this tab when its user signs out. */
export function onSignOut(reset: () => void): void {
  resets.add(reset);
}

function resetClientState(): void {
  for (const reset of resets) reset();
}

/**
 * Resets when the user leaves the dashboard: after signing out, or when the session has expired.
 */
export function ResetOnLeave() {
  useEffect(() => resetClientState, []);
  return null;
}

/**
 * Signs out in the browser. Deletions that could still be undone are sent first. The sign-in page is a
 * full page load, so that nothing of this workspace stays in memory.
 */
export async function signOut(): Promise<void> {
  await endToasts();
  const response = await fetch("/api/account/sign-out", { method: "POST" }).catch(() => null);
  // 401: the session has already ended.
  if (!response?.ok && response?.status !== 401) {
    toast("Couldn’t sign you out. Check your connection and try again.");
    return;
  }
  resetClientState();
  location.replace("/sign-in");
}

type SignOutButtonProps = {
  /** Used before the scripts have loaded. */
  action: () => Promise<void>;
  icon: ReactNode;
};

export function SignOutButton({ action, icon }: SignOutButtonProps) {
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        void signOut();
      }}
    >
      <IconButton type="submit" icon={icon} label="Sign out" title="Sign out" />
    </form>
  );
}
