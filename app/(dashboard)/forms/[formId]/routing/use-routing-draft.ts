"use client";

import { useState, useTransition } from "react";
import type { ActionError } from "#components/form/action-result";
import { CONNECTION_LOST_SAFE, callAction } from "#components/form/use-action";
import { useDraft, useLeaveWarning } from "#components/form/use-draft";
import { toast } from "#components/ui/toast";
import type { Routing } from "#lib/routing/schema";
import { saveRoutingAction } from "./actions";
import { describeProblems } from "./describe-routing";
import { byRule, type Draft, hasIdleChanges, isSameDraft, type RuleErrors } from "./draft";

const NO_ERRORS: RuleErrors = {};

type Failed = { error: ActionError; rules: Draft["rules"] };

function describeError({ error, rules }: Failed): string {
  const problems = describeProblems(rules, error.details);
  return problems === "" ? (error.message ?? "") : `${problems} Your changes aren’t saved yet.`;
}

/** The rules being edited, which of them are saved, and the result of the last save. */
export function useRoutingDraft(formId: string, initial: Routing) {
  const [saved, setSaved] = useState(initial);
  const [draft, setDraft] = useState<Draft>(initial);
  /** The revision the draft is based on. A restored draft may be older than what is saved. */
  const [revision, setRevision] = useState(initial.revision);
  /** The last save, if it failed. */
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isPending, startTransition] = useTransition();
  const isDirty = !isSameDraft(draft, saved);
  const isIdle = hasIdleChanges(draft, saved);

  const forgetDraft = useDraft({
    draftKey: `routing-${formId}`,
    draft: isDirty ? { revision, draft } : null,
    restore: (stored) => {
      setRevision(stored.revision);
      setDraft(stored.draft);
    },
  });
  useLeaveWarning(isDirty);

  function submit(over: string | null, { enabled, rules }: Draft = draft): void {
    if (isPending) return;
    setAsking(false);
    startTransition(async () => {
      const result = await callAction(
        () => saveRoutingAction(formId, { revision: over, enabled, rules }),
        CONNECTION_LOST_SAFE,
      );
      if (!result.ok) return setFailed({ error: result.error, rules });
      setFailed(null);
      setSaved(result.value);
      setRevision(result.value.revision);
      // Keeps what was typed while saving.
      setDraft((latest) => (isSameDraft(latest, { enabled, rules }) ? result.value : latest));
      toast(enabled && rules.length > 0 ? "Saved. Rules are active." : "Saved.");
    });
  }

  return {
    draft,
    setDraft,
    failed,
    errors: failed ? byRule(failed.rules, failed.error.details) : NO_ERRORS,
    message: failed ? describeError(failed) : "",
    isDirty,
    isPending,
    /** Saving waits until the user decides whether the rules should run. */
    isAsking: isAsking && isIdle,
    save: () => (isIdle ? setAsking(true) : submit(revision)),
    cancelSave: () => setAsking(false),
    saveIdle: () => submit(revision),
    turnOnAndSave: () => {
      const running = { ...draft, enabled: true };
      setDraft(running);
      submit(revision, running);
    },
    saveOver: () => submit(failed?.error.conflict ?? null),
    discard: () => {
      setDraft(saved);
      setFailed(null);
      setAsking(false);
      toast("Changes discarded.", { label: "Undo", run: () => setDraft(draft) });
    },
    /** Discards the draft and shows the saved rules. */
    showSaved: () => {
      forgetDraft();
      location.reload();
    },
  };
}

export type RoutingDraft = ReturnType<typeof useRoutingDraft>;
