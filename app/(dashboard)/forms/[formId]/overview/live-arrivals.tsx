"use client";

import { useEffect, useRef } from "react";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { toast } from "#components/ui/toast.ts";

const REFRESH_MS = 3_000;

export function LiveArrivals({ newestId }: { newestId: string | null }) {
  const known = useRef(newestId);
  useEffect(() => {
    if (newestId === known.current) return;
    if (newestId !== null)
      toast(known.current === null ? "Your first message has arrived." : "New message.");
    known.current = newestId;
  }, [newestId]);
  return <RefreshPage everyMs={REFRESH_MS} />;
}
