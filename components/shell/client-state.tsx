"use client";

import { useEffect } from "react";

const resets = new Set<() => void>();

/** Registers what removes a workspace's data from this tab when its user signs out. */
export function onSignOut(reset: () => void): void {
  resets.add(reset);
}

export function resetClientState(): void {
  for (const reset of resets) reset();
}

/** Resets when the dashboard is left: after signing out, or when the session has expired. */
export function ResetOnLeave() {
  useEffect(() => resetClientState, []);
  return null;
}
