"use client";

import { useEffect, useReducer, useRef, useState, useTransition } from "react";
import type { ActionError, ActionResult } from "#components/form/action-result";
import { CONNECTION_LOST_SAFE, callAction } from "#components/form/use-action";
import { useDraft } from "#components/form/use-draft";
import { toast } from "#components/ui/toast";
import { describeProblems } from "./describe-routing";
import {
  byRule,
  changeDraft,
  type Draft,
  hasIdleChanges,
  isSameDraft,
  type RuleErrors,
  type SavedRouting,
} from "./draft";

export type SaveRouting = (
  input: Draft & { revision: string | null },
) => Promise<ActionResult<SavedRouting>>;

/** Unsaved rules, and the revision they're based on. */
type StoredDraft = { revision: string | null; draft: Draft };

/** Checks only what the editor needs; the server validates the rest. */
function isStoredDraft(stored: unknown): stored is StoredDraft {
  if (typeof stored !== "object" || stored === null || !("draft" in stored)) return false;
  const { draft } = stored;
  return (
    typeof draft === "object" && draft !== null && "rules" in draft && Array.isArray(draft.rules)
  );
}

const NO_ERRORS: RuleErrors = {};

function describeError({ message, details }: ActionError, rules: Draft["rules"]): string {
  const problems = describeProblems(rules, details);
  return problems === "" ? (message ?? "") : `${problems} Your changes aren’t saved yet.`;
}

/** The rules being edited, which of them are saved, and the result of the last save. */
export function useRoutingDraft(initial: SavedRouting, save: SaveRouting, draftKey: string) {
  const [saved, setSaved] = useState(initial);
  const [draft, change] = useReducer(changeDraft, initial);
  /** The revision the draft is based on. A restored draft may be older than what is saved. */
  const [revision, setRevision] = useState(initial.revision);
  const [errors, setErrors] = useState(NO_ERRORS);
  // An object, so that the same error twice is announced twice.
  const [failure, setFailure] = useState<{ message: string; isSignedOut: boolean } | null>(null);
  const [conflict, setConflict] = useState<string | null | undefined>(undefined);
  const [isAsking, setAsking] = useState(false);
  const [isPending, startTransition] = useTransition();
  const latest = useRef(draft);
  const isDirty = !isSameDraft(draft, saved);
  const isIdle = hasIdleChanges(draft, saved);

  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const forgetDraft = useDraft<StoredDraft>({
    draftKey,
    draft: isDirty ? { revision, draft } : null,
    isDraft: isStoredDraft,
    restore: (stored) => {
      setRevision(stored.revision);
      change({ type: "replace", draft: stored.draft });
    },
  });

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);

  function showError(error: ActionError, rules: Draft["rules"]): void {
    setErrors(byRule(rules, error.details));
    setConflict(error.conflict);
    const isConflict = error.conflict !== undefined;
    setFailure(
      isConflict
        ? null
        : { message: describeError(error, rules), isSignedOut: error.isSignedOut === true },
    );
  }

  function submit(over: string | null, { enabled, rules }: Draft = draft): void {
    if (isPending) return;
    setAsking(false);
    startTransition(async () => {
      const result = await callAction(
        () => save({ revision: over, enabled, rules }),
        CONNECTION_LOST_SAFE,
      );
      if (!result.ok) return showError(result.error, rules);
      setErrors(NO_ERRORS);
      setFailure(null);
      setConflict(undefined);
      setSaved(result.value);
      setRevision(result.value.revision);
      // Keeps what was typed while saving.
      if (isSameDraft(latest.current, { enabled, rules }))
        change({ type: "replace", draft: result.value });
      toast(enabled && rules.length > 0 ? "Saved. Rules are active." : "Saved.");
    });
  }

  return {
    draft,
    change,
    errors,
    failure,
    isDirty,
    isPending,
    hasConflict: conflict !== undefined,
    /** Saving waits until the user decides whether the rules should run. */
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
      setFailure(null);
      setAsking(false);
      toast("Changes discarded.", {
        label: "Undo",
        run: () => change({ type: "replace", draft }),
      });
    },
    /** Discards the draft and shows the saved rules. */
    showSaved: () => {
      forgetDraft();
      location.reload();
    },
  };
}

export type RoutingDraft = ReturnType<typeof useRoutingDraft>;
