"use client";

import { ActionForm, RevisionField, SubmitButton } from "#components/form/action-form";
import { SwitchField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { Card, CardFooter, Section } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import type { UploadType } from "#lib/forms/file-rules";
import { serializeBase } from "#lib/forms/rules";
import type { Form } from "#lib/forms/schema";
import type { Recipient } from "#lib/recipients/schema";
import { updateFormAction } from "./actions";
import { SubjectField, type SubjectSample } from "./subject-field";
import { UploadTypesField } from "./upload-types-field";

type FormSettingsFormProps = {
  form: Form;
  recipients: readonly Recipient[];
  sample: SubjectSample;
  /** False while the service has no place for files. */
  acceptsFiles: boolean;
  uploadLimitMb: number;
  uploadFiles: number;
  uploadTypes: readonly UploadType[];
};

export function FormSettingsForm(props: FormSettingsFormProps) {
  const { form, recipients, sample, acceptsFiles, uploadTypes } = props;
  const { settings } = form;
  return (
    <ActionForm
      action={updateFormAction.bind(null, form.id)}
      draftKey={`settings-${form.id}`}
      resetWhenDone
    >
      <RevisionField revision={serializeBase(form, uploadTypes)} />
      <Card className="divide-y">
        <div className="empty:hidden sm:[&>*]:rounded-b-none">
          <FormMessage />
        </div>
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
            inputMode="url"
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
          <UploadTypesField selected={uploadTypes} />
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
        <div className="sticky bottom-0 z-10">
          <CardFooter>
            <SubmitButton>Save changes</SubmitButton>
          </CardFooter>
        </div>
      </Card>
    </ActionForm>
  );
}
