"use client";

import { ActionForm, SubmitButton } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import { useAction } from "#components/form/use-action.ts";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { useSecondsUntil } from "#components/ui/clock";
import { RelativeTime } from "#components/ui/relative-time";
import type { Invitation } from "#lib/members/list-members";
import { inviteMemberAction, revokeInvitationAction } from "./actions";
import { ROLE_LABELS } from "./member-row";

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
        <ResendForm invitation={invitation} />
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

/** Inviting again sends a new link. */
function ResendForm({
  invitation: { email, role, resendAvailableAt },
}: {
  invitation: Invitation;
}) {
  const seconds = useSecondsUntil(resendAvailableAt);
  return (
    <ActionForm action={inviteMemberAction} className="grid justify-items-end gap-2">
      <FormMessage />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="role" value={role} />
      <SubmitButton variant="outline" size="sm" disabled={seconds > 0} className="tabular">
        {seconds > 0 ? `Resend in ${seconds}s` : "Resend"}
        <span className="sr-only"> the invitation to {email}</span>
      </SubmitButton>
    </ActionForm>
  );
}
