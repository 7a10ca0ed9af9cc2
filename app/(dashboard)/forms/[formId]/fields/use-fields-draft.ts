"use client";

import { useState, useTransition } from "react";
import { v4 } from "uuid";
import { type ActionError, toActionError } from "#components/form/action-result.ts";
import { CONNECTION_LOST_SAFE, callAction } from "#components/form/use-action.ts";
import { useDraft, useLeaveWarning } from "#components/form/use-draft.ts";
import { listOf } from "#components/inbox/descriptions.ts";
import { toast } from "#components/ui/toast.ts";
import type { FormFields } from "#lib/fields/schema";
import { type FieldType, isChoiceType, listSizeProblem } from "#lib/fields/types";
import { saveFieldsAction } from "./actions";
import {
  byRow,
  type Draft,
  type DraftErrors,
  type GivenField,
  isSameDraft,
  NEW_OPTIONS,
  nameFrom,
  titleOf,
  toDraft,
  toDraftField,
  toInput,
  withOwnNames,
} from "./draft";
import { kindOf } from "./kinds";

/** The fields being edited, and the IDs of the rows that are open. */
type Editing = { draft: Draft; openIds: readonly string[] };

type Failed = { error: ActionError; sent: Draft };

const NO_ERRORS: DraftErrors = {};

function describeError({ error, sent }: Failed): string {
  const errors = byRow(sent.fields, error.details);
  const wrong = sent.fields.flatMap((field, place) =>
    errors[field.id] ? [titleOf(field, place)] : [],
  );
  return wrong.length === 0
    ? (error.message ?? "")
    : `Check ${listOf(wrong)}. Your changes aren’t saved yet.`;
}

/** The fields being edited, which of them are saved, and the result of the last save. */
export function useFieldsDraft(formId: string, initial: FormFields, honeypot: string) {
  const [saved, setSaved] = useState(() => toDraft(initial));
  const [{ draft, openIds }, setEditing] = useState<Editing>({ draft: saved, openIds: [] });
  /** The revision the draft is based on. A restored draft may be older than the saved fields. */
  const [revision, setRevision] = useState(initial.revision);
  /** The last save, if it failed. */
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isPending, startTransition] = useTransition();
  const isDirty = !isSameDraft(draft, saved);

  const forgetDraft = useDraft({
    draftKey: `fields-${formId}`,
    draft: isDirty ? { revision, draft } : null,
    restore: (stored) => {
      setRevision(stored.revision);
      setEditing({ draft: stored.draft, openIds: [] });
    },
  });
  useLeaveWarning(isDirty);

  const change = (update: (latest: Draft) => Draft) =>
    setEditing((latest) => ({ ...latest, draft: update(latest.draft) }));

  function submit(over: string | null): void {
    if (isPending) return;
    const sent = draft;
    const input = toInput(sent);
    const problem = listSizeProblem(input.fields);
    if (problem) {
      // Far larger, it couldn't even be sent.
      setFailed({
        ...toActionError(`The fields ${problem}. Shorten or remove some options.`),
        sent,
      });
      return;
    }
    startTransition(async () => {
      const result = await callAction(
        () => saveFieldsAction(formId, { revision: over, ...input }),
        CONNECTION_LOST_SAFE,
      );
      if (!result.ok) {
        setFailed({ error: result.error, sent });
        const wrongIds = Object.keys(byRow(sent.fields, result.error.details));
        setEditing((latest) => ({
          ...latest,
          openIds: [...new Set([...latest.openIds, ...wrongIds])],
        }));
        return;
      }
      const now = withOwnNames(sent);
      setFailed(null);
      setSaved(now);
      setRevision(result.value.revision);
      // Keeps what was typed while saving.
      setEditing((latest) =>
        isSameDraft(latest.draft, sent) ? { draft: now, openIds: [] } : latest,
      );
      toast(now.fields.length > 0 ? "Saved. New messages are checked." : "Saved.");
    });
  }

  return {
    draft,
    openIds,
    failed: failed?.error ?? null,
    errors: failed ? byRow(failed.sent.fields, failed.error.details) : NO_ERRORS,
    message: failed ? describeError(failed) : "",
    isDirty,
    isPending,
    change,
    toggle: (id: string) =>
      setEditing((latest) => ({
        ...latest,
        openIds: latest.openIds.includes(id)
          ? latest.openIds.filter((one) => one !== id)
          : [...latest.openIds, id],
      })),
    /** Adds an open field of a type. The others close, so that the list stays short. @returns its row's ID */
    add: (type: FieldType): string => {
      const label = kindOf(type).newLabel;
      const taken = [honeypot, ...draft.fields.map(({ name }) => name)];
      const options = isChoiceType(type)
        ? NEW_OPTIONS.map((option) => ({ value: option, label: option }))
        : null;
      const given = { type, label, name: label === "" ? "" : nameFrom(label, taken), options };
      const added = { ...toDraftField(given, v4()), followsLabel: true };
      setEditing((latest) => ({
        draft: { ...latest.draft, fields: [...latest.draft.fields, added] },
        openIds: [added.id],
      }));
      return added.id;
    },
    /** Starts from a list of fields. */
    start: (fields: readonly GivenField[], rest: Partial<Omit<Draft, "fields">> = {}) =>
      change((latest) => ({
        ...latest,
        ...rest,
        fields: fields.map((field) => toDraftField(field, v4())),
      })),
    save: () => submit(revision),
    saveOver: () => submit(failed?.error.conflict ?? null),
    discard: () => {
      setEditing({ draft: saved, openIds: [] });
      setFailed(null);
      toast("Changes discarded.", {
        label: "Undo",
        run: () => setEditing({ draft, openIds }),
      });
    },
    /** Discards the draft and shows the saved fields. */
    showSaved: () => {
      forgetDraft();
      location.reload();
    },
  };
}

export type FieldsDraft = ReturnType<typeof useFieldsDraft>;
