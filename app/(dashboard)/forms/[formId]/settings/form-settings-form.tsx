"use client";

import { useRef, useState } from "react";
import { CheckboxGroup, SwitchField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { useTyping } from "#components/form/use-typing.ts";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { Section } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import { writeSubject } from "#lib/domain/emails/subject";
import { UPLOAD_TYPE_NAMES, UPLOAD_TYPES, type UploadType } from "#lib/domain/forms/file-rules";
import { serializeBase } from "#lib/domain/forms/rules";
import type { Form } from "#lib/domain/forms/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { updateFormAction } from "./actions";

type FormSettingsFormProps = {
  form: Form;
  recipients: readonly Recipient[];
  sample: SubjectSample;
  /** False while the service has no place for files. */
  acceptsFiles: boolean;
  uploadLimitMb: number;
  uploadFiles: number;
  uploadTypes: UploadType[];
};

export function FormSettingsForm(props: FormSettingsFormProps) {
  const { form, recipients, sample, acceptsFiles, uploadTypes } = props;
  const { settings } = form;
  return (
    <FormCard
      action={updateFormAction.bind(null, form.id)}
      draftKey={`settings-${form.id}`}
      revision={serializeBase(form, { uploadTypes })}
      saveLabel="Save changes"
    >
      <Section title="Name" text="In the dashboard, in emails, and on the hosted form.">
        <TextField name="name" label="Form name" defaultValue={form.name} required />
      </Section>
      <Section title="Notifications" text="Who gets notified, and the email subject.">
        <RecipientChoice
          recipients={recipients}
          selectedIds={form.recipientIds}
          hint="Up to five. If you select none, messages only appear in the inbox."
        />
        <SubjectField subject={settings.subject} formName={form.name} sample={sample} />
      </Section>
      <Section
        title="After submission"
        text="Where visitors go next, and how long messages are stored."
      >
        <TextField
          name="redirectUrl"
          path="settings.redirectUrl"
          label="Thank-you page"
          type="url"
          placeholder="https://example.com/thanks"
          hint="Leave blank to use our default page."
          defaultValue={settings.redirectUrl}
        />
        <TextField
          name="messageRetentionDays"
          path="settings.messageRetentionDays"
          label="Keep messages for (days)"
          inputMode="numeric"
          controlClassName="max-w-32"
          hint="1 to 365. Applies to new messages. Leave blank to keep them until you delete them."
          defaultValue={settings.messageRetentionDays ?? ""}
        />
      </Section>
      <Section title="Files" text="Uploads are private. They aren’t scanned for malware.">
        <SwitchField
          name="uploadsEnabled"
          path="settings.uploads.enabled"
          label="Accept files"
          hint={
            acceptsFiles
              ? `Up to ${countOf(props.uploadFiles, "file")} per message, at most ${props.uploadLimitMb} MiB in total.`
              : "Off until the service has a bucket for files. Until then, messages with files are rejected."
          }
          defaultChecked={settings.uploads.enabled}
        />
        <CheckboxGroup
          name="uploadTypes"
          label="Types of files"
          className="sm:grid-cols-2"
          options={UPLOAD_TYPE_NAMES.map((type) => ({
            value: type,
            label: UPLOAD_TYPES[type].label,
            hint: UPLOAD_TYPES[type].extensions.join(", "),
          }))}
          selected={uploadTypes}
        />
        <TextField
          name="uploadsRetentionDays"
          path="settings.uploads.retentionDays"
          label="Keep files for (days)"
          inputMode="numeric"
          controlClassName="max-w-32"
          hint="1 to 365."
          defaultValue={settings.uploads.retentionDays}
        />
      </Section>
    </FormCard>
  );
}

/** Values to preview a subject with: of the newest message, or examples. */
export type SubjectSample = {
  isExample: boolean;
  /** Names and values as a subject shows them. */
  fields: readonly (readonly [name: string, value: string])[];
};

const MAX_CHIPS = 6;

/** Returns whether a name is worth a button. Names with an underscore are for programs. */
function isInsertable(name: string): boolean {
  return !/^_|[{}]|^form$/i.test(name);
}

type SubjectFieldProps = { subject: string; formName: string; sample: SubjectSample };

function SubjectField({ subject, formName, sample }: SubjectFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState({ subject, formName });
  useTyping(box, (data) => {
    const textOf = (name: string) => String(data.get(name) ?? "");
    setTyped({ subject: textOf("subject"), formName: textOf("name") });
  });

  function insert(name: string): void {
    const input = box.current?.querySelector("input");
    if (!input) return;
    const { selectionStart, selectionEnd, value } = input;
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    input.setRangeText(`{{${name}}}`, start, end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  const preview = writeSubject(typed.subject, {
    formName: typed.formName,
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
