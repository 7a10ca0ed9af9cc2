"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { authenticatedAction, checkedId, parseFields } from "#components/form/server-action.ts";
import {
  changeRole,
  leaveWorkspace,
  removeMember,
} from "#lib/domain/accounts/members/change-members";
import { inviteMember, revokeInvitation } from "#lib/domain/accounts/members/invite-member";
import { ChangeRoleInput, InviteInput, TokenChoice } from "#lib/domain/accounts/members/schema";
import { parseInput } from "#lib/entry/http/parse";

export async function inviteMemberAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(InviteInput, data);
    await inviteMember(ctx, input);
    refresh();
    return { message: `Invitation sent to ${input.email}.` };
  });
}

export async function revokeInvitationAction(invitationId: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await revokeInvitation(ctx, checkedId(invitationId));
    refresh();
    return { message: "Invitation revoked." };
  });
}

export async function changeRoleAction(userId: string, change: ChangeRoleInput) {
  return authenticatedAction(null, async (ctx) => {
    await changeRole(ctx, checkedId(userId), parseInput(ChangeRoleInput, change));
    refresh();
    return { message: "Role changed." };
  });
}

export async function removeMemberAction(userId: string, choice: TokenChoice) {
  return authenticatedAction(null, async (ctx) => {
    await removeMember(ctx, checkedId(userId), parseInput(TokenChoice, choice));
    refresh();
    return { message: "Member removed." };
  });
}

export async function leaveWorkspaceAction(choice: TokenChoice): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await leaveWorkspace(ctx, parseInput(TokenChoice, choice));
    redirect("/");
  });
}
