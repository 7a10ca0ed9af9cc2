import type { Metadata } from "next";
import Link from "next/link";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { countOf, formatBytes, formatCount } from "#lib/core/count";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { measureWorkspace } from "#lib/domain/accounts/workspace";
import { OwnersOnly } from "../../../owners-only";
import { pageSession } from "../../../page-session";
import { deleteWorkspaceAction } from "../actions";
import { CurrentPasswordField } from "../form-card";

export const metadata: Metadata = { title: "Delete workspace" };

export default async function DeleteWorkspacePage() {
  const { ctx, account, role } = await pageSession();
  if (role !== "owner") return <OwnersOnly what="delete the workspace" />;
  const size = await measureWorkspace(ctx);
  const lost = [
    ["Forms", formatCount(size.forms)],
    ["Messages (all folders)", formatCount(size.messages)],
    ["Storage", formatBytes(size.storageBytes)],
    ["Recipients", formatCount(size.recipients)],
    ["Active API tokens", formatCount(size.tokens)],
    ["Emails in the test inbox", formatCount(size.capturedEmails)],
  ] as const;
  return (
    <Card>
      <CardHeader
        title={<>Delete “{account.workspace.name}”</>}
        description={
          <>
            This permanently deletes everything below. Forms and tokens stop working immediately,
            and {size.members > 1 ? `all ${countOf(size.members, "member")} lose` : "you lose"}{" "}
            access.{" "}
            <Link href="/settings/data" className="link">
              Export your data
            </Link>{" "}
            first.
          </>
        }
      />
      <CardContent className="pb-0 sm:pb-0">
        <dl className="tabular divide-y rounded-md border">
          {lost.map(([label, figure]) => (
            <div key={label} className="flex justify-between gap-4 px-4 py-2">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="font-medium">{figure}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
      <DeleteWorkspaceForm name={account.workspace.name} />
    </Card>
  );
}

function DeleteWorkspaceForm({ name }: { name: string }) {
  return (
    <ActionForm action={deleteWorkspaceAction}>
      <CardContent className="grid gap-5">
        <FormMessage />
        <TextField
          name="name"
          label={
            <>
              Type <strong className="font-semibold wrap-anywhere select-text">{name}</strong> to
              confirm
            </>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          controlClassName="max-w-sm"
        />
        {isProviderRequired() ? null : (
          <div className="max-w-sm">
            <CurrentPasswordField />
          </div>
        )}
      </CardContent>
      <CardFooter>
        <SubmitButton variant="destructive">Delete workspace permanently</SubmitButton>
        <ButtonLink href="/settings" variant="ghost">
          Cancel
        </ButtonLink>
      </CardFooter>
    </ActionForm>
  );
}
