"use client";

import { useEffect, useReducer, useRef, useState, useTransition } from "react";
import { keep } from "#components/form/kept";
import { NO_ANSWER_ONCE } from "#components/form/run-action";
import { toast } from "#components/ui/toast";
import { countOf } from "#lib/core/count";
import {
  type Answer,
  byRule,
  changeDraft,
  type Draft,
  isSameDraft,
  type Refused,
  type RuleErrors,
  type SavedRouting,
  toNoAnswer,
} from "./draft";
import { useKeptRules } from "./use-kept-rules";

export type SaveRouting = (
  input: Draft & { revision: string | null },
) => Promise<Answer<SavedRouting> | { kind: "conflict"; revision: string | null }>;

const NO_ERRORS: RuleErrors = {};

/** What is wrong with fields stands at them, in words for people. */
function messageOf({ message, fieldErrors }: Refused): string {
  const marked = Object.keys(fieldErrors).length;
  if (marked === 0) return message;
  return `${countOf(marked, "field")} ${marked === 1 ? "needs" : "need"} another look. Nothing is saved yet.`;
}

/** The rules as they are being changed, what of them is saved, and what came of the last save. */
export function useRoutingDraft(initial: SavedRouting, save: SaveRouting, keepAs: string) {
  const [saved, setSaved] = useState(initial);
  const [draft, change] = useReducer(changeDraft, initial);
  /** What the draft was made of: of rules that were kept, maybe not what is saved by now. */
  const [revision, setRevision] = useState(initial.revision);
  const [errors, setErrors] = useState(NO_ERRORS);
  // An object, so that the same refusal twice is told twice.
  const [refusal, setRefusal] = useState<{ message: string; isSignedOut: boolean } | null>(null);
  const [conflict, setConflict] = useState<string | null | undefined>(undefined);
  const [isPending, startTransition] = useTransition();
  const latest = useRef(draft);
  const isDirty = !isSameDraft(draft, saved);

  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  useKeptRules({
    keepAs,
    kept: isDirty ? { revision, draft } : null,
    putBack: (back) => {
      setRevision(back.revision);
      change({ type: "replace", draft: back.draft });
    },
  });

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);

  function submit(over: string | null): void {
    if (isPending) return;
    const { enabled, rules } = draft;
    startTransition(async () => {
      const answer = await save({ revision: over, enabled, rules }).catch(
        toNoAnswer(NO_ANSWER_ONCE),
      );
      setErrors(answer.kind === "refused" ? byRule(rules, answer.fieldErrors) : NO_ERRORS);
      setRefusal(
        answer.kind === "refused"
          ? { message: messageOf(answer), isSignedOut: answer.isSignedOut === true }
          : null,
      );
      setConflict(answer.kind === "conflict" ? answer.revision : undefined);
      if (answer.kind !== "done") return;
      setSaved(answer.value);
      setRevision(answer.value.revision);
      // What was typed while it was saved stays; else the draft becomes what was saved.
      if (isSameDraft(latest.current, { enabled, rules }))
        change({ type: "replace", draft: answer.value });
      toast(answer.value.enabled ? "Saved. The rules decide from now on." : "Saved.");
    });
  }

  return {
    draft,
    change,
    errors,
    refusal,
    isDirty,
    isPending,
    hasConflict: conflict !== undefined,
    save: () => submit(revision),
    saveOver: () => submit(conflict ?? null),
    discard: () => {
      change({ type: "replace", draft: saved });
      setErrors(NO_ERRORS);
      setRefusal(null);
      toast("Your changes are dropped.", {
        label: "Undo",
        run: () => change({ type: "replace", draft }),
      });
    },
    /** Shows what is saved by now, without what was changed here. */
    showSaved: () => {
      keep(keepAs, null);
      location.reload();
    },
  };
}

export type RoutingDraft = ReturnType<typeof useRoutingDraft>;
