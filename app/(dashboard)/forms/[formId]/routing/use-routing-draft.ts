"use client";

import { useEffect, useReducer, useRef, useState, useTransition } from "react";
import { keep } from "#components/form/kept";
import { NO_ANSWER_ONCE } from "#components/form/run-action";
import { toast } from "#components/ui/toast";
import {
  type Answer,
  byRule,
  changeDraft,
  type Draft,
  hasIdleChanges,
  isSameDraft,
  type Refused,
  type RuleErrors,
  type SavedRouting,
  toNoAnswer,
} from "./draft";
import { describeProblems } from "./routing-words";
import { useKeptRules } from "./use-kept-rules";

export type SaveRouting = (
  input: Draft & { revision: string | null },
) => Promise<Answer<SavedRouting> | { kind: "conflict"; revision: string | null }>;

const NO_ERRORS: RuleErrors = {};

function messageOf({ message, problems }: Refused, rules: Draft["rules"]): string {
  const words = describeProblems(rules, problems);
  return words === "" ? message : `${words} Nothing is saved yet.`;
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
  const [isAsking, setAsking] = useState(false);
  const [isPending, startTransition] = useTransition();
  const latest = useRef(draft);
  const isDirty = !isSameDraft(draft, saved);
  const isIdle = hasIdleChanges(draft, saved);

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

  function submit(over: string | null, { enabled, rules }: Draft = draft): void {
    if (isPending) return;
    setAsking(false);
    startTransition(async () => {
      const answer = await save({ revision: over, enabled, rules }).catch(
        toNoAnswer(NO_ANSWER_ONCE),
      );
      setErrors(answer.kind === "refused" ? byRule(rules, answer.problems) : NO_ERRORS);
      setRefusal(
        answer.kind === "refused"
          ? { message: messageOf(answer, rules), isSignedOut: answer.isSignedOut === true }
          : null,
      );
      setConflict(answer.kind === "conflict" ? answer.revision : undefined);
      if (answer.kind !== "done") return;
      setSaved(answer.value);
      setRevision(answer.value.revision);
      // What was typed while it was saved stays; else the draft becomes what was saved.
      if (isSameDraft(latest.current, { enabled, rules }))
        change({ type: "replace", draft: answer.value });
      toast(enabled && rules.length > 0 ? "Saved. Rules are active." : "Saved.");
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
    /** Saving waits for the author to decide whether the rules should run. */
    isAsking: isAsking && isIdle,
    save: () => (isIdle ? setAsking(true) : submit(revision)),
    cancelSave: () => setAsking(false),
    saveIdle: () => submit(revision),
    turnOnAndSave: () => {
      const running = { ...draft, enabled: true };
      change({ type: "replace", draft: running });
      submit(revision, running);
    },
    saveOver: () => submit(conflict ?? null),
    discard: () => {
      change({ type: "replace", draft: saved });
      setErrors(NO_ERRORS);
      setRefusal(null);
      setAsking(false);
      toast("Changes discarded.", {
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
