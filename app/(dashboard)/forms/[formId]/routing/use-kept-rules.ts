"use client";

import { useEffect, useEffectEvent } from "react";
import { keep, readKept } from "#components/form/kept";
import type { Draft } from "./draft";

/** Rules that were changed and not saved, and the revision that they were made of. */
type KeptRules = { revision: string | null; draft: Draft };

/** Whether it is what we keep, as far as the editor needs it to be; the service checks the rest. */
function isKeptRules(kept: unknown): kept is KeptRules {
  if (typeof kept !== "object" || kept === null || !("draft" in kept)) return false;
  const { draft } = kept;
  return (
    typeof draft === "object" && draft !== null && "rules" in draft && Array.isArray(draft.rules)
  );
}

type Keeping = {
  keepAs: string;
  /** Null when there is nothing to keep. */
  kept: KeptRules | null;
  putBack: (kept: KeptRules) => void;
};

/** Changed rules outlive the page until they are saved or dropped. */
export function useKeptRules({ keepAs, kept, putBack }: Keeping): void {
  const text = JSON.stringify(kept);
  const onBack = useEffectEvent((name: string) => {
    const back = readKept(name);
    if (isKeptRules(back)) putBack(back);
  });
  // Read before the first look at what is shown, which is nothing to keep, forgets it.
  useEffect(() => onBack(keepAs), [keepAs]);
  useEffect(() => keep(keepAs, JSON.parse(text)), [keepAs, text]);
}
