"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import { SelectField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useAction } from "#components/form/use-action.ts";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import type { Invitation } from "#lib/domain/accounts/members/list-members";
import { ResendForm } from "../../../resend-form";
import { inviteMemberAction, revokeInvitationAction } from "./actions";
import { ROLE_LABELS } from "./members";

export function InviteForm() {
  return (
    <ActionForm action={inviteMemberAction} resetWhenDone className="grid gap-4">
      <FormMessage />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          required
          className="min-w-0 flex-1 basis-60"
        />
        <SelectField name="role" label="Role" defaultValue="member" className="w-32">
          <option value="member">Member</option>
          <option value="owner">Owner</option>
        </SelectField>
        <SubmitButton className="mt-6.5">Send invitation</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, invitedBy, sentAt, expiresAt, isExpired } = invitation;
  const { run, isPending } = useAction(() => revokeInvitationAction(id));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{email}</span>
          {isExpired ? <Badge tone="warning">Expired</Badge> : null}
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          {ROLE_LABELS[role]}, invited {invitedBy ? `by ${invitedBy} ` : null}
          <RelativeTime at={sentAt} />
          {isExpired ? null : (
            <>
              , expires <RelativeTime at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex items-start gap-2">
        {/* Inviting again sends a new link. */}
        <ResendForm
          action={inviteMemberAction}
          values={{ email, role }}
          availableAt={invitation.resendAvailableAt}
        >
          the invitation to {email}
        </ResendForm>
        <Button
          variant="dangerGhost"
          size="sm"
          onClick={run}
          aria-disabled={isPending || undefined}
        >
          Revoke<span className="sr-only"> the invitation of {email}</span>
        </Button>
      </div>
    </li>
  );
}
