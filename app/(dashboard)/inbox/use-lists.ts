import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useTransition } from "react";
import type { Go } from "./list-link";

/** Goes from list to list; `isPending` while the next one is on its way. */
export function useLists(): { go: Go; replace: Go; isPending: boolean } {
  const router = useRouter();
  const [isPending, start] = useTransition();
  return {
    go: (href) => start(() => router.push(href, { scroll: false })),
    replace: (href) => start(() => router.replace(href, { scroll: false })),
    isPending,
  };
}

/** News come in bursts; one look after the last of them is enough. */
const REFRESH_AFTER_MS = 1_000;

/**
 * Has the server draw the page once more, soon, in the background: figures, the list's head and the
 * open message are then what they are for everybody.
 */
export function useRefresh(): () => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => startTransition(() => router.refresh()), REFRESH_AFTER_MS);
  };
}
