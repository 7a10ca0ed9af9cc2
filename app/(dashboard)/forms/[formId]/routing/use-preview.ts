"use client";

import { useEffect, useState } from "react";
import { type Answer, type Draft, type Preview, type Sample, toNoAnswer } from "./draft";

const PAUSE_MS = 300;

/** What a draft would do with a sample, asked of the service a moment after the last change. */
export function usePreview(
  draft: Draft,
  sample: Sample,
  preview: (input: unknown) => Promise<Answer<Preview>>,
): Answer<Preview> | null {
  const [answer, setAnswer] = useState<Answer<Preview> | null>(null);
  const question = JSON.stringify({
    config: { enabled: draft.enabled, rules: draft.rules },
    // Of a name that stands there twice both values count, as in a real submission.
    fields: sample.reduce<Record<string, string[]>>((fields, [name, value]) => {
      fields[name] = [
        ...(Object.hasOwn(fields, name) ? (fields[name] ?? []) : []),
        ...[value].flat(),
      ];
      return fields;
    }, {}),
  });

  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(async () => {
      const found = await preview(JSON.parse(question)).catch(
        toNoAnswer("No answer came. Check your connection; it is asked again at the next change."),
      );
      if (!isOld) setAnswer(found);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [question, preview]);

  return answer;
}
