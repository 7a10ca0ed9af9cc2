"use client";

import { useEffect, useEffectEvent, useState } from "react";

const PAUSE_MS = 300;

/**
 * The answer to a question that changes while someone types, asked a moment after the last change. Null
 * before the first one.
 */
export function useDelayedResult<A>(question: string, ask: () => Promise<A>): A | null {
  const [answer, setAnswer] = useState<A | null>(null);
  const askNow = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for every question
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(async () => {
      const found = await askNow();
      if (!isOld) setAnswer(found);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [question]);
  return answer;
}
