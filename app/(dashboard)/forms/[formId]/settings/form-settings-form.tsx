"use client";

import Link from "next/link";
import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/choice-fields";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { RevisionField } from "#components/form/revision-field";
import { SubmitButton } from "#components/form/submit-button";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { Card, CardFooter } from "#components/ui/card";
import type { Form } from "#lib/forms/schema";
import type { Recipient } from "#lib/recipients/schema";
import { Section } from "../section";

type FormSettingsFormProps = {
  form: Form;
  /** The form as it is shown here. */
  seen: string;
  recipients: readonly Recipient[];
  action: FormAction;
};

export function FormSettingsForm({ form, seen, recipients, action }: FormSettingsFormProps) {
  const { settings } = form;
  return (
    <ActionForm action={action} keepAs={`settings-${form.id}`} resetWhenDone>
      <RevisionField revision={seen} />
      <Card className="divide-y">
        <div className="empty:hidden sm:[&>*]:rounded-b-none">
          <FormMessage />
        </div>
        <Section title="Notifications" text="Who hears of new messages, and under which subject.">
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
          <ProtectionSummary form={form} />
        </Section>
        <CardFooter>
          <SubmitButton>Save changes</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

/** Settings that are changed on a page of their own, and where. */
function ProtectionSummary({ form }: { form: Form }) {
  const { allowedOrigins, honeypot } = form.settings;
  return (
    <div className="grid gap-3">
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted-foreground">Allowed origins</dt>
        <dd className="break-words">
          {allowedOrigins.length === 0 ? "Any site" : allowedOrigins.join(", ")}
        </dd>
        <dt className="text-muted-foreground">Honeypot field</dt>
        <dd className="font-mono text-xs leading-5 break-all">{honeypot}</dd>
      </dl>
      <p>
        <Link href={`/forms/${form.id}/spam-protection`} className="link">
          Change them under Spam protection
        </Link>
      </p>
    </div>
  );
}
