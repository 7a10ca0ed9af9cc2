"use client";

import { useEffect } from "react";

/** Tabs share one session: when it switches, tabs that still show the old workspace start over. */
export function OtherTabs({ workspaceId }: { workspaceId: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel("workspace");
    channel.addEventListener("message", ({ data }) => {
      if (data !== workspaceId) location.assign("/");
    });
    channel.postMessage(workspaceId);
    return () => channel.close();
  }, [workspaceId]);
  return null;
}
