"use client";

import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/choice-fields";
import { TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { RevisionField } from "#components/form/revision-field";
import { SubmitButton } from "#components/form/submit-button";
import type { Turnstile } from "#lib/turnstile/schema";

type WidgetFormProps = {
  widget: Turnstile | null;
  revision: string;
  suggestedHosts: readonly string[];
  keepAs: string;
  action: FormAction;
};

export function WidgetForm({ widget, revision, suggestedHosts, keepAs, action }: WidgetFormProps) {
  return (
    <ActionForm
      action={action}
      keepAs={keepAs}
      resetWhenDone
      className="grid gap-5 text-foreground"
      autoComplete="off"
    >
      <RevisionField revision={revision} />
      <FormMessage />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          name="siteKey"
          label="Site key"
          defaultValue={widget?.siteKey ?? ""}
          controlClassName="font-mono text-xs md:text-xs"
          spellCheck={false}
          required
        />
        <TextField
          name="secretKey"
          label="Secret key"
          type="password"
          autoComplete="off"
          controlClassName="font-mono text-xs md:text-xs"
          placeholder={widget ? "Stored" : ""}
          hint={
            widget
              ? "Leave it empty to keep the stored one."
              : "Kept encrypted and never shown again."
          }
        />
      </div>
      <TextareaField
        name="hostnames"
        label="Hostnames"
        placeholder="www.example.com"
        hint="One per line, up to 10, exactly as in Cloudflare’s dashboard: challenges from other hosts do not count."
        defaultValue={(widget?.hostnames ?? suggestedHosts).join("\n")}
      />
      <SwitchField
        name="enabled"
        label="Ask for a passed challenge"
        hint="Posts without one are refused. Put the widget on your site first."
        defaultChecked={widget?.enabled ?? true}
      />
      <div>
        <SubmitButton>{widget ? "Save the widget" : "Connect the widget"}</SubmitButton>
      </div>
    </ActionForm>
  );
}
