import { useTransition } from "react";

/** Runs a button's work, one click at a time. */
export function usePending(work: () => Promise<void>) {
  const [isPending, start] = useTransition();
  const run = () => {
    if (!isPending) start(work);
  };
  return { run, isPending };
}
