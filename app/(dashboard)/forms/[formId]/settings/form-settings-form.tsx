"use client";

import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/choice-fields";
import { TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { Card, CardFooter } from "#components/ui/card";
import type { Form } from "#lib/forms/schema";
import type { Recipient } from "#lib/recipients/schema";
import { Section } from "./section";

type FormSettingsFormProps = {
  form: Form;
  recipients: readonly Recipient[];
  action: FormAction;
};

export function FormSettingsForm({ form, recipients, action }: FormSettingsFormProps) {
  const { settings } = form;
  return (
    <ActionForm action={action}>
      <Card className="divide-y">
        <Section title="Notifications" text="Who hears of new messages, and under which subject.">
          <FormMessage />
          <TextField name="name" label="Form name" defaultValue={form.name} required />
          <RecipientChoice
            recipients={recipients}
            chosenIds={form.recipientIds}
            hint="Up to five. With nobody chosen, messages just wait in the inbox."
          />
          <TextField
            name="subject"
            path="settings.subject"
            label="Subject of the mails"
            defaultValue={settings.subject}
            required
          />
        </Section>
        <Section title="After sending" text="Where visitors land, and how long messages stay.">
          <TextField
            name="redirectUrl"
            path="settings.redirectUrl"
            label="Thank-you page"
            type="url"
            inputMode="url"
            placeholder="https://example.com/thanks"
            hint="Leave it empty for ours."
            defaultValue={settings.redirectUrl}
          />
          <TextField
            name="messageRetentionDays"
            path="settings.messageRetentionDays"
            label="Keep messages for (days)"
            inputMode="numeric"
            controlClassName="max-w-32"
            hint="1 to 365, for new messages. Empty: until they are deleted."
            defaultValue={settings.messageRetentionDays ?? ""}
          />
        </Section>
        <Section title="Files" text="Uploads are private and are not scanned for malware.">
          <SwitchField
            name="uploadsEnabled"
            path="settings.uploads.enabled"
            label="Accept files"
            hint="Up to 5 files, 4 MiB in all, with each message."
            defaultChecked={settings.uploads.enabled}
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
        <Section title="Protection" text="Which sites may post, and the trap for simple robots.">
          <TextareaField
            name="allowedOrigins"
            path="settings.allowedOrigins"
            label="Allowed origins"
            placeholder="https://example.com"
            hint="One per line, up to 10. With any listed, only forms on these sites are accepted."
            defaultValue={settings.allowedOrigins.join("\n")}
          />
          <TextField
            name="honeypot"
            path="settings.honeypot"
            label="Honeypot field"
            controlClassName="max-w-64 font-mono text-xs md:text-xs"
            hint="People never see this field. Messages that fill it go to spam."
            defaultValue={settings.honeypot}
            required
          />
        </Section>
        <CardFooter>
          <SubmitButton>Save changes</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
