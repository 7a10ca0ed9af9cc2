"use client";

import { CircleDashed } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LOOK_AGAIN_MS = 5_000;

/** Looks now and then whether a visitor has passed the widget, while somebody looks at this page. */
export function AwaitProof() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <p className="flex items-center gap-2 text-foreground">
      <CircleDashed aria-hidden className="size-4 shrink-0 text-primary" />
      Waiting for the first visitor who passes. This page notices by itself.
    </p>
  );
}
