"use client";

import { v4 } from "uuid";
import { toActionError } from "#components/form/action-result.ts";
import { listOf } from "#components/inbox/descriptions.ts";
import { toast } from "#components/ui/toast.ts";
import type { ErrorDetail } from "#lib/core/errors";
import type { FormFields } from "#lib/domain/forms/fields/schema";
import { type FieldType, isChoiceType, listSizeProblem } from "#lib/domain/forms/fields/types";
import { errorsByRow, titleOfRow, useListEditor } from "../list-editor/use-list-editor";
import { saveFieldsAction } from "./actions";
import {
  type FieldListDraft,
  type GivenField,
  NEW_OPTIONS,
  renameByLabel,
  toDraft,
  toDraftField,
  toInput,
  withOwnNames,
} from "./draft";
import { FIELD_KINDS } from "./kinds";

function describeProblems({ fields }: FieldListDraft, details: readonly ErrorDetail[]): string {
  const errors = errorsByRow(fields, details);
  const wrong = fields.flatMap(({ id, label }, place) =>
    errors[id] ? [titleOfRow("field", label, place)] : [],
  );
  return wrong.length === 0 ? "" : `Check ${listOf(wrong)}.`;
}

/** The fields being edited, which of them are saved, and the result of the last save. */
export function useFieldsDraft(formId: string, initial: FormFields, honeypot: string) {
  const editor = useListEditor<FieldListDraft>({
    draftKey: `edited-fields-${formId}`,
    initial: () => toDraft(initial),
    revision: initial.revision,
    rowsOf: ({ fields }) => fields,
    restore: (draft) => ({ content: draft, openIds: [] }),
    describeProblems,
  });
  const { content, change, failed, setEditing } = editor;

  function save(revision: string | null): void {
    const input = toInput(content);
    const problem = listSizeProblem(input.fields);
    editor.submit(
      content,
      async () =>
        // A much larger list couldn't even be sent.
        problem
          ? toActionError(`The fields ${problem}. Shorten or remove some options.`)
          : saveFieldsAction(formId, { revision, ...input }),
      (saved) => {
        const now = withOwnNames(content);
        toast(now.fields.length > 0 ? "Saved. New messages are checked." : "Saved.");
        return { revision: saved.revision, content: now };
      },
    );
  }

  return {
    ...editor,
    changeFields: (update: (latest: FieldListDraft["fields"]) => FieldListDraft["fields"]) =>
      change((latest) => ({ ...latest, fields: update(latest.fields) })),
    /**
     * Adds an open field of a type. The others are closed, so that the list stays short. @returns its row's
     * ID
     */
    add: (type: FieldType): string => {
      const label = FIELD_KINDS[type].newLabel ?? "";
      const taken = [honeypot, ...content.fields.map(({ name }) => name)];
      const options = isChoiceType(type) ? NEW_OPTIONS : "";
      const blank = {
        ...toDraftField({ type, label, name: "" }, v4()),
        options,
        followsLabel: true,
      };
      const added = label === "" ? blank : renameByLabel(blank, taken);
      setEditing((latest) => ({
        ...latest,
        content: { ...latest.content, fields: [...latest.content.fields, added] },
        openIds: [added.id],
      }));
      return added.id;
    },
    /** Starts from a list of fields. */
    start: (fields: readonly GivenField[], rest: Partial<Omit<FieldListDraft, "fields">> = {}) =>
      change((latest) => ({
        ...latest,
        ...rest,
        fields: fields.map((field) => toDraftField(field, v4())),
      })),
    save: () => save(editor.revision),
    saveOver: () => save(failed?.conflict ?? null),
  };
}

export type FieldsDraft = ReturnType<typeof useFieldsDraft>;
