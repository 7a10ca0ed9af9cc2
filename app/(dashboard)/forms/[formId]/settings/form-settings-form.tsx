"use client";

import { CheckboxGroup, SwitchField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { FieldSection } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import { UPLOAD_TYPE_NAMES, UPLOAD_TYPES, type UploadType } from "#lib/domain/forms/file-rules";
import { serializeBase } from "#lib/domain/forms/rules";
import type { Form } from "#lib/domain/forms/schema";
import { updateFormAction } from "./actions";

type FormSettingsFormProps = {
  form: Form;
  /** False if the service has no storage for files. */
  acceptsFiles: boolean;
  uploadLimitMb: number;
  uploadFiles: number;
  uploadTypes: UploadType[];
};

export function FormSettingsForm(props: FormSettingsFormProps) {
  const { form, acceptsFiles, uploadTypes } = props;
  const { settings } = form;
  return (
    <FormCard
      action={updateFormAction.bind(null, form.id)}
      draftKey={`settings-${form.id}`}
      revision={serializeBase(form, { uploadTypes })}
      saveLabel="Save changes"
    >
      <FieldSection title="Name" text="In the dashboard, in emails, and on the hosted form.">
        <TextField name="name" label="Form name" defaultValue={form.name} required />
      </FieldSection>
      <FieldSection
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
      </FieldSection>
      <FieldSection title="Files" text="Uploads are private. They aren’t scanned for malware.">
        <SwitchField
          name="uploadsEnabled"
          path="settings.uploads.enabled"
          label="Accept files"
          hint={
            acceptsFiles
              ? `Up to ${countOf(props.uploadFiles, "file")} per message, at most ${props.uploadLimitMb} MiB in total.`
              : props.uploadFiles === 0
                ? "Turned off on this server. Messages with files are rejected."
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
      </FieldSection>
    </FormCard>
  );
}
