"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { toast } from "#components/ui/toast.ts";

const REFRESH_MS = 3_000;

export function LiveArrivals({ newestId }: { newestId: string | null }) {
  const known = useRef(newestId);
  const router = useRouter();
  useEffect(() => {
    if (newestId === known.current) return;
    if (newestId !== null) {
      const message = known.current === null ? "Your first message has arrived." : "New message.";
      const read = () => router.push(`/inbox?message=${newestId}`);
      toast(message, undefined, [{ label: "Read it", run: read }]);
    }
    known.current = newestId;
  }, [newestId, router]);
  return <RefreshPage everyMs={REFRESH_MS} />;
}
