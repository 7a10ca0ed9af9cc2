"use client";

import { ActionForm, RevisionField, SubmitButton } from "#components/form/action-form";
import { ConfirmAction } from "#components/form/confirm-action";
import { SelectField, TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useAction } from "#components/form/use-action.ts";
import { Button, PendingButton } from "#components/ui/button";
import { CardFooter } from "#components/ui/card";
import type { Observation, Turnstile } from "#lib/domain/forms/turnstile/schema";
import { connectWidgetAction, disconnectWidgetAction, requireWidgetAction } from "./actions";

type WidgetFormProps = {
  formId: string;
  widget: Turnstile | null;
  observes: Observation | null;
  hostnames: readonly string[];
};

function modeOf(widget: Turnstile | null, observes: Observation | null): string {
  if (!widget) return "require";
  return widget.enabled ? "required" : (observes ?? "off");
}

export function WidgetForm({ formId, widget, observes, hostnames }: WidgetFormProps) {
  return (
    <ActionForm
      action={connectWidgetAction.bind(null, formId)}
      draftKey={`widget-${formId}`}
      resetWhenDone
      className="grid gap-5 text-foreground"
      autoComplete="off"
    >
      <RevisionField revision={String(widget?.updatedAt ?? "")} />
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
              ? "Leave blank to keep the stored key."
              : "Stored encrypted. You won’t be able to see it again."
          }
        />
      </div>
      <TextareaField
        name="hostnames"
        label="Hostnames"
        placeholder="www.example.com"
        hint="One per line, up to 10, exactly as in the Cloudflare dashboard. Challenges from other hostnames are rejected."
        defaultValue={hostnames.join("\n")}
      />
      <SelectField
        name="mode"
        label="Verification"
        hint="Observing rejects nothing. It counts challenges until you know that your page sends them."
        defaultValue={modeOf(widget, observes)}
      >
        <option value="require">Observe, then require it once a visitor passes</option>
        <option value="ask">Observe until I require it</option>
        <option value="required">Require it now</option>
        <option value="off">Off</option>
      </SelectField>
      <div>
        <SubmitButton>{widget ? "Save widget" : "Connect widget"}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function RequireWidget({ formId }: { formId: string }) {
  const { run, isPending } = useAction(() => requireWidgetAction(formId));
  return (
    <PendingButton variant="outline" size="sm" isPending={isPending} onClick={run}>
      Require verification
    </PendingButton>
  );
}

type DisconnectWidgetProps = { formId: string; isReplyEnabled: boolean };

export function DisconnectWidget({ formId, isReplyEnabled }: DisconnectWidgetProps) {
  return (
    <CardFooter>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="outline" size="sm" className="text-destructive" onClick={ask}>
            Disconnect widget
          </Button>
        )}
        title="Disconnect widget?"
        confirmLabel="Disconnect widget"
        action={() => disconnectWidgetAction(formId)}
      >
        <p>
          Submissions will no longer be checked for bots, and the stored secret key will be deleted.
          To reconnect the widget, you’ll need the key from Cloudflare.
        </p>
        {isReplyEnabled ? (
          <p>Auto-replies stop immediately, because they need a confirmed widget.</p>
        ) : null}
      </ConfirmAction>
    </CardFooter>
  );
}
