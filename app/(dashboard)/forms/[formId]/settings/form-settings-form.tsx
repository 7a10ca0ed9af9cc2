"use client";

import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/choice-fields";
import { TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card";
import type { Form } from "#lib/forms/schema";
import type { Recipient } from "#lib/recipients/schema";

type FormSettingsFormProps = {
  form: Form;
  recipients: readonly Recipient[];
  action: FormAction;
};

export function FormSettingsForm({ form, recipients, action }: FormSettingsFormProps) {
  const { settings } = form;
  return (
    <ActionForm action={action}>
      <Card>
        <CardHeader>
          <CardTitle>Settings</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-6">
          <FormMessage />
          <TextField name="name" label="Name" defaultValue={form.name} required />
          <RecipientChoice
            recipients={recipients}
            chosenIds={form.recipientIds}
            hint="Who is mailed about each message, up to five. Nobody chosen: messages wait in the inbox."
          />
          <TextField
            name="subject"
            path="settings.subject"
            label="Subject of notification mails"
            defaultValue={settings.subject}
            required
          />
          <TextField
            name="redirectUrl"
            path="settings.redirectUrl"
            label="Page after sending"
            type="url"
            inputMode="url"
            placeholder="https://example.com/thanks"
            hint="Leave it empty for our thank-you page."
            defaultValue={settings.redirectUrl}
          />
          <TextField
            name="messageRetentionDays"
            path="settings.messageRetentionDays"
            label="Keep messages for (days)"
            inputMode="numeric"
            className="max-w-64"
            hint="1 to 365, for new messages. Empty: until they are deleted."
            defaultValue={settings.messageRetentionDays ?? ""}
          />
          <SwitchField
            name="uploadsEnabled"
            path="settings.uploads.enabled"
            label="Accept files"
            hint="Up to 5 files and 4 MiB with each message. Files are not scanned for malware."
            defaultChecked={settings.uploads.enabled}
          />
          <TextField
            name="uploadsRetentionDays"
            path="settings.uploads.retentionDays"
            label="Keep files for (days)"
            inputMode="numeric"
            className="max-w-64"
            hint="1 to 365."
            defaultValue={settings.uploads.retentionDays}
          />
          <TextareaField
            name="allowedOrigins"
            path="settings.allowedOrigins"
            label="Allowed origins"
            placeholder="https://example.com"
            hint="One per line, up to 10. With any listed, only forms on these sites are accepted. Empty: every site."
            defaultValue={settings.allowedOrigins.join("\n")}
          />
          <TextField
            name="honeypot"
            path="settings.honeypot"
            label="Honeypot field"
            className="max-w-64"
            hint="A field that people never see. Messages that fill it go to spam."
            defaultValue={settings.honeypot}
            required
          />
        </CardContent>
        <CardFooter>
          <SubmitButton>Save changes</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
