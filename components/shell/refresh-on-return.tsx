"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/**
 * Reads the page's data again when its tab is looked at again: what was done in another one, like
 * confirming an address from its mail, is there without a reload.
 */
export function RefreshOnReturn() {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") router.refresh();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [router]);
  return null;
}
