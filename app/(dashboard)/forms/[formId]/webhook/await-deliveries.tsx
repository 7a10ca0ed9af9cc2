"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LOOK_AGAIN_MS = 1_500;

/** Looks again while something on the page is under way and somebody looks at it. */
export function AwaitDeliveries() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
