"use client";

import { useRef, useState } from "react";
import { toast } from "#components/ui/toast.ts";
import type { Routing } from "#lib/domain/forms/routing/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { changedIds, useListEditor } from "../../list-editor/use-list-editor";
import { saveRoutingAction } from "./actions";
import {
  describeProblems,
  isComplete,
  nextRule,
  type RoutingRulesDraft,
  withKnownRecipients,
  withNames,
  withoutDefaultNames,
} from "./draft";

/**
 * The rules being edited, which of them are saved, and the result of the last save. Saving a change
 * turns routing on, so that it can only be off because someone turned it off.
 */
export function useRoutingDraft(
  formId: string,
  initial: Routing,
  recipients: readonly Recipient[],
) {
  const editor = useListEditor<RoutingRulesDraft["rules"]>({
    draftKey: `edited-rules-${formId}`,
    initial: () => withoutDefaultNames(withKnownRecipients(initial.rules, recipients)),
    revision: initial.revision,
    rowsOf: (rules) => rules,
    restore: (left, saved) => {
      const known = withKnownRecipients(left, recipients);
      return { content: known, openIds: changedIds(known, saved) };
    },
    describeProblems,
  });
  const { content: rules, saved, failed, isDirty, setEditing } = editor;
  const [isOn, setOn] = useState(initial.enabled);
  const wantsOn = useRef(true);
  const draft: RoutingRulesDraft = { enabled: rules.length > 0 && (isOn || isDirty), rules };

  function save(sent: RoutingRulesDraft, revision = editor.revision): void {
    wantsOn.current = sent.enabled;
    editor.submit(
      sent.rules,
      () => saveRoutingAction(formId, { ...sent, revision, rules: withNames(sent.rules) }),
      (now) => {
        setOn(now.enabled);
        toast(now.enabled && now.rules.length > 0 ? "Saved. Rules are active." : "Saved.");
        return { revision: now.revision, content: withoutDefaultNames(now.rules) };
      },
    );
  }

  return {
    ...editor,
    draft,
    isOn,
    /** Adds an open rule. Complete ones are closed, so that the list stays short. */
    add: (id: string) =>
      setEditing((latest) => {
        const { content, openIds } = latest;
        const incomplete = content.filter((rule) => !isComplete(rule)).map((rule) => rule.id);
        return {
          ...latest,
          content: [...content, nextRule(id, content)],
          openIds: [...openIds.filter((one) => incomplete.includes(one)), id],
        };
      }),
    save: () => save(draft),
    saveTurnedOff: () => save({ enabled: false, rules }),
    /** Turns the saved rules on or off. Unsaved changes stay unsaved. */
    setEnabled: (enabled: boolean) => save({ enabled, rules: saved }),
    saveOver: () => save({ enabled: wantsOn.current, rules }, failed?.conflict ?? null),
  };
}

export type RoutingDraft = ReturnType<typeof useRoutingDraft>;
