"use client";

import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/choice-fields";
import { SelectField, TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormAction } from "#components/form/form-state";
import { RevisionField } from "#components/form/revision-field";
import { SubmitButton } from "#components/form/submit-button";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import type { Autoresponder } from "#lib/autoresponder/schema";

type AutoReplyFormProps = {
  id: string;
  keepAs: string;
  saved: Autoresponder | null;
  /** Verified recipients, and the saved one in any case. */
  addresses: readonly { id: string; email: string }[];
  action: FormAction;
};

export function AutoReplyForm({ id, keepAs, saved, addresses, action }: AutoReplyFormProps) {
  return (
    <ActionForm id={id} action={action} keepAs={keepAs} resetWhenDone>
      <RevisionField revision={saved?.revision ?? ""} />
      <Card>
        <CardContent className="grid gap-5">
          <FormMessage />
          <SwitchField
            name="enabled"
            label="Answer visitors automatically"
            hint="Only those who tick the box that asks for it, and each at most once a day."
            defaultChecked={saved?.enabled ?? false}
          />
          <TextField
            name="subject"
            label="Subject"
            defaultValue={saved?.subject ?? "Thank you for your message"}
            required
          />
          <TextareaField
            name="message"
            label="Message"
            rows={9}
            hint="Up to 3,000 characters. Nothing that the visitor typed is repeated: anybody could have mail sent in your name otherwise."
            defaultValue={
              saved?.message ??
              "Hello,\n\nthank you for your message. We answer within two working days."
            }
            required
          />
          <SelectField
            name="replyRecipientId"
            label="Answers go to"
            hint="Where a visitor’s own answer to this mail arrives. One of your confirmed addresses."
            defaultValue={saved?.replyRecipientId ?? addresses[0]?.id ?? ""}
          >
            {addresses.map((address) => (
              <option key={address.id} value={address.id}>
                {address.email}
              </option>
            ))}
          </SelectField>
        </CardContent>
        <CardFooter>
          <SubmitButton>Save the reply</SubmitButton>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}
