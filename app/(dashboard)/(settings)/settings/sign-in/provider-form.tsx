"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { PLAIN, SwitchField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import type { OwnSignInProvider } from "#lib/domain/accounts/providers/workspace-provider";
import { removeSignInProviderAction, saveSignInProviderAction } from "./actions";

export function ProviderForm({
  saved,
  isOwnConnected,
}: Pick<OwnSignInProvider, "saved" | "isOwnConnected">) {
  return (
    <FormCard
      action={saveSignInProviderAction}
      draftKey="sign-in-provider"
      revision={saved?.revision ?? ""}
      saveLabel={saved ? "Save changes" : "Save provider"}
    >
      <div>
        <CardHeader title="Your provider" />
        <CardContent className="grid max-w-xl gap-5">
          <TextField
            name="name"
            label="Name"
            hint="On the button: “Sign in with …”."
            maxLength={40}
            defaultValue={saved?.name ?? ""}
            autoComplete="off"
            required
          />
          <TextField
            name="issuer"
            label="Issuer"
            hint="An HTTPS address, like https://id.example.com/realms/main. It’s read when you save."
            type="url"
            defaultValue={saved?.issuer ?? ""}
            {...PLAIN}
            required
          />
          <TextField
            name="clientId"
            label="Client ID"
            defaultValue={saved?.clientId ?? ""}
            {...PLAIN}
            required
          />
          <TextField
            name="clientSecret"
            label="Client secret"
            type="password"
            autoComplete="off"
            placeholder={saved ? "Stored" : ""}
            hint={
              saved
                ? "Leave blank to keep the stored secret. A new issuer needs its own."
                : "Stored encrypted. You won’t be able to see it again."
            }
          />
        </CardContent>
      </div>
      <CardContent className="grid gap-5 pt-4 sm:pt-6">
        <SwitchField
          name="admitsNew"
          label="Let people join without an invitation"
          hint="Anyone with an account at your provider becomes a member. Otherwise only those you invited."
          defaultChecked={saved?.admitsNew ?? false}
        />
        <SwitchField
          name="isRequired"
          label="Require it for members"
          hint={
            isOwnConnected
              ? "Members can’t open this workspace any other way. Owners can, so that a broken provider locks no one out: turn on two-step verification for their accounts."
              : "First sign in with it once yourself, so that you know it works: connect it under Account and security."
          }
          defaultChecked={saved?.isRequired ?? false}
        />
      </CardContent>
    </FormCard>
  );
}

export function RemoveProvider({ connectedMembers }: { connectedMembers: number }) {
  return (
    <Card>
      <CardHeader
        className="pb-4 sm:pb-6"
        title="Remove the company sign-in"
        description="Ends the sessions that it opened. Members sign in with their own password or passkey again; those without one use “Forgot password?”."
      />
      <CardFooter>
        <ConfirmAction
          trigger={(ask) => (
            <Button variant="outline" className="text-destructive" onClick={ask}>
              Remove company sign-in
            </Button>
          )}
          title="Remove company sign-in?"
          confirmLabel="Remove company sign-in"
          action={removeSignInProviderAction}
        >
          <p>
            {countOf(connectedMembers, "member")} signed in with it. Everyone who did is signed out
            of this workspace.
          </p>
        </ConfirmAction>
      </CardFooter>
    </Card>
  );
}
