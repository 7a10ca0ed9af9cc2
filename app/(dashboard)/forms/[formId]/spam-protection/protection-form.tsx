"use client";

import { ActionForm } from "#components/form/action-form";
import { TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { RevisionField } from "#components/form/revision-field";
import { SubmitButton } from "#components/form/submit-button";
import { Card, CardFooter } from "#components/ui/card";
import type { FormSettings } from "#lib/forms/schema";
import { Section } from "../section";

type ProtectionFormProps = {
  settings: Pick<FormSettings, "allowedOrigins" | "honeypot">;
  seen: string;
  keepAs: string;
  action: FormAction;
};

export function ProtectionForm({ settings, seen, keepAs, action }: ProtectionFormProps) {
  return (
    <ActionForm action={action} keepAs={keepAs} resetWhenDone>
      <RevisionField revision={seen} />
      <Card className="divide-y">
        <FormMessage />
        <Section
          title="Allowed origins"
          text="Which websites may post. Programs without a browser can still pretend to be one."
        >
          <TextareaField
            name="allowedOrigins"
            path="settings.allowedOrigins"
            label="Allowed origins"
            placeholder="https://example.com"
            hint="One per line, up to 10, with https:// and without a path. With any listed, posts from everywhere else are refused, also from the hosted form. Empty: any site."
            defaultValue={settings.allowedOrigins.join("\n")}
          />
        </Section>
        <Section
          title="Honeypot"
          text="A field that people never see. Simple robots fill every field, and give themselves away."
        >
          <TextField
            name="honeypot"
            path="settings.honeypot"
            label="Honeypot field"
            controlClassName="max-w-64 font-mono text-xs md:text-xs"
            hint="Messages that fill it go to spam and notify nobody. When you rename it, change your site’s form too."
            defaultValue={settings.honeypot}
            required
          />
        </Section>
        <CardFooter>
          <SubmitButton variant="outline">Save changes</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
