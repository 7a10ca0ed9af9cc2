"use client";

import { useEffect, useState } from "react";
import { type Answer, type Draft, type Preview, type Sample, toNoAnswer } from "./draft";

const PAUSE_MS = 300;

export type Previewed = { rules: Draft["rules"]; answer: Answer<Preview> };

/**
 * What a draft would do with a sample, asked of the service a moment after the last change; with the
 * rules that were asked about.
 */
export function usePreview(
  draft: Draft,
  sample: Sample,
  preview: (input: unknown) => Promise<Answer<Preview>>,
): Previewed | null {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
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
      const asked = JSON.parse(question);
      const answer = await preview(asked).catch(
        toNoAnswer("Couldn’t load the preview. We’ll retry on your next change."),
      );
      if (!isOld) setPreviewed({ rules: asked.config.rules, answer });
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [question, preview]);

  return previewed;
}
