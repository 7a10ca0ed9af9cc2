"use client";

import { useState } from "react";
import { ConfirmAction } from "#components/form/confirm-action";
import { CheckboxField } from "#components/form/fields";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { NativeSelect } from "#components/ui/input";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { Member } from "#lib/domain/accounts/members/list-members";
import { changeRoleAction, leaveWorkspaceAction, removeMemberAction } from "./actions";

export const ROLE_LABELS = { owner: "Owner", member: "Member" } as const;

/** Asks whether to revoke someone’s tokens, preselected because they keep the secrets they copied. */
function useTokenChoice(tokens: number, whose: "their" | "your") {
  const [revokeTokens, setRevoke] = useState(true);
  const field =
    tokens === 0 ? null : (
      <div className="text-foreground">
        <CheckboxField
          name="revokeTokens"
          label={
            <>
              Also revoke {whose} {countOf(tokens, "API token")}. Apps that use{" "}
              {tokens === 1 ? "it" : "them"} stop working.
            </>
          }
          checked={revokeTokens}
          onChange={(event) => setRevoke(event.target.checked)}
        />
      </div>
    );
  return { choice: { revokeTokens }, field };
}

type MemberRowProps = {
  member: Member;
  isYou: boolean;
  canChange: boolean;
};

export function MemberRow({ member, isYou, canChange }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 wrap-anywhere">{member.name ?? member.email}</bdi>
          {isYou ? <Badge tone="accent">You</Badge> : null}
        </p>
        <p className="text-muted-foreground wrap-anywhere">
          {member.name === null ? "Joined " : `${member.email} · joined `}
          <RelativeTime at={member.joinedAt} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {canChange ? (
          <RoleSelect member={member} isYou={isYou} />
        ) : (
          <Badge>{ROLE_LABELS[member.role]}</Badge>
        )}
        {canChange && !isYou ? <RemoveButton member={member} /> : null}
      </div>
    </li>
  );
}

/** Shows the current role until the change is confirmed. */
function RoleSelect({ member, isYou }: Pick<MemberRowProps, "member" | "isYou">) {
  const { email, role, userId } = member;
  const { choice, field } = useTokenChoice(member.tokens, isYou ? "your" : "their");
  const next = role === "owner" ? "member" : "owner";
  const who = isYou ? "You" : email;
  return (
    <ConfirmAction
      trigger={(ask) => (
        <NativeSelect
          aria-label={`Role of ${email}`}
          value={role}
          onChange={ask}
          className="h-8 w-28"
        >
          <option value="owner">Owner</option>
          <option value="member">Member</option>
        </NativeSelect>
      )}
      title={
        isYou
          ? "Give up owner access?"
          : `Make ${email} ${next === "owner" ? "an owner" : "a member"}?`
      }
      confirmLabel={isYou ? "Become a member" : `Make ${next}`}
      isDestructive={next === "member"}
      action={() => changeRoleAction(userId, { ...choice, role: next })}
    >
      {next === "owner" ? (
        <p>
          Owners can do everything, including managing members and API tokens, and deleting the
          workspace.
        </p>
      ) : (
        <>
          <p>
            {who} can still read messages and manage forms and recipients. Open invitations that{" "}
            {isYou ? "you" : "they"} sent are revoked.
          </p>
          {field}
        </>
      )}
    </ConfirmAction>
  );
}

function RemoveButton({ member: { email, userId, tokens } }: Pick<MemberRowProps, "member">) {
  const { choice, field } = useTokenChoice(tokens, "their");
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="dangerGhost" size="sm" onClick={ask}>
          Remove<span className="sr-only"> {email}</span>
        </Button>
      )}
      title={`Remove ${email}?`}
      confirmLabel="Remove member"
      action={() => removeMemberAction(userId, choice)}
    >
      <p>
        They lose access to this workspace right away and are notified by email. Their address no
        longer gets messages of any form. Messages and forms stay.
      </p>
      {field}
    </ConfirmAction>
  );
}

type LeaveCardProps = {
  workspaceName: string;
  tokens: number;
  isLastOwner: boolean;
};

export function LeaveCard({ workspaceName, tokens, isLastOwner }: LeaveCardProps) {
  const { choice, field } = useTokenChoice(tokens, "your");
  return (
    <Card>
      <CardHeader
        className="items-center pb-4 sm:pb-6"
        title="Leave workspace"
        description={
          isLastOwner
            ? "You’re the only owner. To leave, make someone else an owner first, or delete the workspace."
            : "You’ll lose access right away. Your account and other workspaces aren’t affected."
        }
      >
        <ConfirmAction
          trigger={(ask) => (
            <Button
              variant="outline"
              className="text-destructive"
              disabled={isLastOwner}
              onClick={ask}
            >
              Leave workspace
            </Button>
          )}
          title={`Leave “${workspaceName}”?`}
          confirmLabel="Leave workspace"
          action={() => leaveWorkspaceAction(choice)}
        >
          <p>
            You can come back only if an owner invites you again. If this is your only workspace,
            we’ll create an empty one.
          </p>
          {field}
        </ConfirmAction>
      </CardHeader>
    </Card>
  );
}
