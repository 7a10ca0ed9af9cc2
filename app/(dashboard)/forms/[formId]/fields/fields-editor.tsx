"use client";

import { SelectField } from "#components/form/fields";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import type { FormFields } from "#lib/fields/schema";
import { FormPreview } from "../form-preview";
import { SaveBar } from "../list-editor/save-bar";
import { toInput } from "./draft";
import { FieldList } from "./field-list";
import type { FormHere } from "./moved-form";
import { ADD_FIELD, type FieldsDraft, useFieldsDraft } from "./use-fields-draft";

type FieldsEditorProps = {
  formId: string;
  publicKey: string;
  here: FormHere;
  /** False while the form doesn't accept files. */
  acceptsFiles: boolean;
  /** Whether the form's page follows the visitor's device. */
  hasBothSchemes: boolean;
  saved: FormFields;
};

/** The fields, and the hosted form as they make it. */
export function FieldsEditor({ saved, hasBothSchemes, ...form }: FieldsEditorProps) {
  const { formId, publicKey, here, acceptsFiles } = form;
  const state = useFieldsDraft(formId, saved, here.honeypot);
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          <FieldList formId={formId} here={here} acceptsFiles={acceptsFiles} state={state} />
          {state.content.fields.length === 0 ? null : <Exceptions state={state} />}
        </div>
        <FormPreview
          formId={formId}
          publicKey={publicKey}
          draft={{
            fields: JSON.stringify(toInput(state.content).fields),
            edited: editedOf(state),
          }}
          hasBothSchemes={hasBothSchemes}
        />
      </div>
      <SaveBar
        editor={state}
        message={state.message}
        label="Save fields"
        save={state.save}
        overwrite={state.saveOver}
        focusAfter={ADD_FIELD}
      />
    </div>
  );
}

/** The position of the field that was opened last; empty for none. */
function editedOf({ content, openIds }: FieldsDraft): string {
  const place = content.fields.findIndex(({ id }) => id === openIds.at(-1));
  return place < 0 ? "" : String(place);
}

/** What happens to messages that don't fit the list. */
function Exceptions({ state: { content, change } }: { state: FieldsDraft }) {
  return (
    <Card>
      <CardHeader title="Messages that don’t fit" />
      <CardContent className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="onInvalid"
          label="If a value doesn’t fit"
          hint={
            content.onInvalid === "reject"
              ? "Visitors see what to fix at each field."
              : "Nothing is lost. The inbox shows what doesn’t fit."
          }
          value={content.onInvalid}
          onChange={({ target }) =>
            change((latest) => ({
              ...latest,
              onInvalid: target.value === "mark" ? "mark" : "reject",
            }))
          }
        >
          <option value="reject">Reject the message</option>
          <option value="mark">Accept and mark it</option>
        </SelectField>
        <SelectField
          name="otherFields"
          label="If a field isn’t in the list"
          hint={OTHERS[content.otherFields]}
          value={content.otherFields}
          onChange={({ target }) => {
            const known = CHOICES.find((one) => one === target.value);
            if (known) change((latest) => ({ ...latest, otherFields: known }));
          }}
        >
          <option value="accept">Store it too</option>
          <option value="drop">Leave it out</option>
          <option value="reject">Reject the message</option>
        </SelectField>
      </CardContent>
    </Card>
  );
}

const CHOICES = ["accept", "drop", "reject"] as const;
const OTHERS = {
  accept: "Messages show it after the others, under its name.",
  drop: "The rest of the message is stored.",
  reject: "Even if values that don’t fit are accepted.",
} as const;
