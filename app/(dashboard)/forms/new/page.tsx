import type { Metadata } from "next";
import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { RecipientChoice } from "#components/forms/recipient-choice";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { Page, PageHeader } from "#components/ui/page";
import { addressKey } from "#lib/core/email-address";
import { listRecipients } from "#lib/domain/recipients/store";
import { type SearchParams, singleValue } from "../../../search-params";
import { pageSession } from "../../page-session";
import { createFormAction } from "../actions";

export const metadata: Metadata = { title: "New form" };

type NewFormPageProps = { searchParams: SearchParams };

export default async function NewFormPage({ searchParams }: NewFormPageProps) {
  const { ctx, account } = await pageSession();
  const isJustConfirmed = singleValue((await searchParams).confirmed) === "true";
  const recipients = await listRecipients(ctx);
  const verified = recipients.filter(({ status }) => status === "verified");
  const isOwn = ({ email }: { email: string }) =>
    addressKey(email) === addressKey(account.user.email);
  const preselected = verified.find(isOwn) ?? (verified.length === 1 ? verified[0] : undefined);
  return (
    <Page width="narrow">
      <PageHeader
        title="New form"
        back={{ href: "/forms", label: "Forms" }}
        actions={
          <ButtonLink href="/forms/new/file" variant="outline">
            Start from a file
          </ButtonLink>
        }
      />
      {isJustConfirmed ? (
        <div className="mb-6">
          <Notice tone="success" role="status">
            <span className="font-medium wrap-anywhere">{account.user.email}</span> is confirmed.
            Name your first form, then copy its code into your site.
          </Notice>
        </div>
      ) : null}
      <Card>
        <CardContent>
          <ActionForm
            action={createFormAction}
            draftKey={`new-form-${ctx.workspaceId}`}
            className="grid gap-6"
          >
            <IdempotencyField />
            <FormMessage />
            <TextField
              name="name"
              label="Form name"
              hint="Shown to visitors and in notification emails, e.g. “Contact” or “Job applications”."
              autoComplete="off"
              autoFocus
              required
            />
            <RecipientChoice
              recipients={recipients}
              selectedIds={preselected ? [preselected.id] : []}
              hint="Who gets an email about each message. Select one to five; you can turn emails off later."
            />
            <div className="flex flex-wrap gap-2">
              <SubmitButton>Create form</SubmitButton>
              <ButtonLink href="/forms" variant="ghost">
                Cancel
              </ButtonLink>
            </div>
          </ActionForm>
        </CardContent>
      </Card>
    </Page>
  );
}
