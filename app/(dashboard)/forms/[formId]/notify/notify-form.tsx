"use client";

import { useRef, useState } from "react";
import { TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { useTyping } from "#components/form/use-typing.ts";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { FieldSection } from "#components/ui/card";
import { writeSubject } from "#lib/domain/emails/subject";
import { serializeBase } from "#lib/domain/forms/rules";
import type { Form } from "#lib/domain/forms/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { saveNotifyAction } from "./actions";

type NotifyFormProps = {
  form: Form;
  recipients: readonly Recipient[];
  sample: SubjectSample;
};

/** Settings for the recipients of each message’s email, and its subject. */
export function NotifyForm({ form, recipients, sample }: NotifyFormProps) {
  return (
    <FormCard
      action={saveNotifyAction.bind(null, form.id)}
      draftKey={`notify-${form.id}`}
      revision={serializeBase(form, {})}
      saveLabel="Save changes"
    >
      <FieldSection title="Emails" text="Who gets one for each message.">
        <RecipientChoice
          recipients={recipients}
          selectedIds={form.recipientIds}
          hint="Up to five. If you select none, messages only appear in the inbox."
        />
      </FieldSection>
      <FieldSection title="Subject" text="The subject line of notification emails.">
        <SubjectField subject={form.settings.subject} formName={form.name} sample={sample} />
      </FieldSection>
    </FormCard>
  );
}

/** Values to preview a subject with: from the newest message, or examples. */
export type SubjectSample = {
  isExample: boolean;
  /** The names and values as they appear in a subject. */
  fields: readonly (readonly [name: string, value: string])[];
};

const MAX_CHIPS = 6;

/** Returns whether a field gets a button. Names that start with an underscore are for programs. */
function isInsertable(name: string): boolean {
  return !/^_|[{}]|^form$/i.test(name);
}

type SubjectFieldProps = { subject: string; formName: string; sample: SubjectSample };

function SubjectField({ subject, formName, sample }: SubjectFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(subject);
  useTyping(box, (data) => setTyped(String(data.get("subject") ?? "")));

  function insert(name: string): void {
    const input = box.current?.querySelector("input");
    if (!input) return;
    const { selectionStart, selectionEnd, value } = input;
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    input.setRangeText(`{{${name}}}`, start, end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  const preview = writeSubject(typed, {
    formName,
    valuesOf: (name) =>
      sample.fields.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value),
  });
  const names = sample.fields.map(([name]) => name).filter(isInsertable);
  return (
    <div ref={box} className="grid gap-2">
      <TextField
        name="subject"
        path="settings.subject"
        label="Email subject"
        hint="Use {{form}} for the form’s name and {{field}} for the value of a field."
        defaultValue={subject}
        required
      />
      <p className="flex flex-wrap items-center gap-1.5">
        {["form", ...names.slice(0, MAX_CHIPS)].map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => insert(name)}
            className="max-w-48 truncate rounded-sm border bg-card px-1.5 font-mono text-xs leading-6 text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground"
          >
            <span className="sr-only">Insert </span>
            <bdi>{`{{${name}}}`}</bdi>
          </button>
        ))}
      </p>
      <p className="rounded-md bg-muted/50 px-3 py-2 wrap-anywhere">
        <span className="text-xs text-muted-foreground">
          Preview, with {sample.isExample ? "example values" : "the newest message"}
        </span>
        <output className="block font-medium">
          <bdi>{preview}</bdi>
        </output>
      </p>
    </div>
  );
}
