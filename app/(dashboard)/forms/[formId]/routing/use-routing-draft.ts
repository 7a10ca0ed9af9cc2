"use client";

import { useState, useTransition } from "react";
import type { ActionError } from "#components/form/action-result.ts";
import { CONNECTION_LOST_SAFE, callAction } from "#components/form/use-action.ts";
import { useDraft, useLeaveWarning } from "#components/form/use-draft.ts";
import { toast } from "#components/ui/toast.ts";
import type { Recipient } from "#lib/recipients/schema";
import type { Routing } from "#lib/routing/schema";
import { saveRoutingAction } from "./actions";
import { describeProblems } from "./describe-routing";
import {
  areSameRules,
  byRule,
  changedIds,
  type Draft,
  isComplete,
  nextRule,
  type RuleErrors,
  withKnownRecipients,
  withNames,
  withoutDefaultNames,
} from "./draft";

type Rules = Draft["rules"];

/** The rules being edited, and the IDs of those that are shown as fields instead of a sentence. */
type Editing = { rules: Rules; openIds: readonly string[] };

const NO_ERRORS: RuleErrors = {};

type Failed = { error: ActionError; sent: Draft };

function describeError({ error, sent }: Failed): string {
  const problems = describeProblems(sent.rules, error.details);
  return problems === "" ? (error.message ?? "") : `${problems} Your changes aren’t saved yet.`;
}

/**
 * The rules being edited, which of them are saved, and the result of the last save. Saving a change
 * turns routing on, so that it can only be off because someone turned it off.
 */
export function useRoutingDraft(
  formId: string,
  initial: Routing,
  recipients: readonly Recipient[],
) {
  const [saved, setSaved] = useState(() => {
    const rules = withKnownRecipients(initial.rules, recipients);
    return withoutDefaultNames({ ...initial, rules });
  });
  const [{ rules, openIds }, setEditing] = useState<Editing>({ rules: saved.rules, openIds: [] });
  /** The revision the draft is based on. A restored draft may be older than the saved rules. */
  const [revision, setRevision] = useState(initial.revision);
  /** The last save, if it failed. */
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isPending, startTransition] = useTransition();
  const isDirty = !areSameRules(rules, saved.rules);
  const draft: Draft = { enabled: rules.length > 0 && (saved.enabled || isDirty), rules };

  const forgetDraft = useDraft({
    draftKey: `routing-rules-${formId}`,
    draft: isDirty ? { revision, rules } : null,
    restore: (stored) => {
      const known = withKnownRecipients(stored.rules, recipients);
      setRevision(stored.revision);
      setEditing({ rules: known, openIds: changedIds(known, saved.rules) });
    },
  });
  useLeaveWarning(isDirty);

  function submit(over: string | null, sent: Draft): void {
    if (isPending) return;
    startTransition(async () => {
      const result = await callAction(
        () => saveRoutingAction(formId, { ...sent, revision: over, rules: withNames(sent.rules) }),
        CONNECTION_LOST_SAFE,
      );
      if (!result.ok) {
        setFailed({ error: result.error, sent });
        const wrongIds = Object.keys(byRule(sent.rules, result.error.details));
        setEditing((latest) => ({ ...latest, openIds: [...latest.openIds, ...wrongIds] }));
        return;
      }
      const now = withoutDefaultNames(result.value);
      setFailed(null);
      setSaved(now);
      setRevision(now.revision);
      // Keeps text typed while saving.
      setEditing((latest) => {
        const kept = areSameRules(latest.rules, sent.rules) ? now.rules : latest.rules;
        const changed = changedIds(kept, now.rules);
        return { rules: kept, openIds: latest.openIds.filter((id) => changed.includes(id)) };
      });
      toast(now.enabled && now.rules.length > 0 ? "Saved. Rules are active." : "Saved.");
    });
  }

  return {
    saved,
    draft,
    openIds,
    failed,
    errors: failed ? byRule(failed.sent.rules, failed.error.details) : NO_ERRORS,
    message: failed ? describeError(failed) : "",
    isDirty,
    isPending,
    changeRules: (change: (rules: Rules) => Rules) =>
      setEditing((latest) => ({ ...latest, rules: change(latest.rules) })),
    toggle: (id: string) =>
      setEditing((latest) => ({
        ...latest,
        openIds: latest.openIds.includes(id)
          ? latest.openIds.filter((one) => one !== id)
          : [...latest.openIds, id],
      })),
    /** Adds an open rule. Complete ones close, so that the list stays short. */
    add: (id: string) =>
      setEditing((latest) => {
        const incomplete = latest.rules.filter((rule) => !isComplete(rule)).map((rule) => rule.id);
        return {
          rules: [...latest.rules, nextRule(id, latest.rules)],
          openIds: [...latest.openIds.filter((one) => incomplete.includes(one)), id],
        };
      }),
    save: () => submit(revision, draft),
    saveTurnedOff: () => submit(revision, { enabled: false, rules }),
    /** Turns the saved rules on or off. Unsaved changes stay unsaved. */
    setEnabled: (enabled: boolean) => submit(revision, { enabled, rules: saved.rules }),
    saveOver: () =>
      submit(failed?.error.conflict ?? null, { enabled: failed?.sent.enabled ?? true, rules }),
    discard: () => {
      setEditing({ rules: saved.rules, openIds: [] });
      setFailed(null);
      toast("Changes discarded.", {
        label: "Undo",
        run: () => setEditing({ rules, openIds }),
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
