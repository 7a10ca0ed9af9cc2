"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { authenticatedAction, parseFields, textOf } from "#components/form/server-action.ts";
import { AppError } from "#lib/core/errors";
import { EmailAddress } from "#lib/core/text";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { changeName } from "#lib/domain/accounts/change-name";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import { changePassword } from "#lib/domain/accounts/password";
import {
  OwnTimeZone,
  Password,
  PersonName,
  UpdateWorkspaceInput,
} from "#lib/domain/accounts/schema";
import { endOtherSessions, endOwnSession } from "#lib/domain/accounts/sessions";
import { deleteWorkspace, updateWorkspace } from "#lib/domain/accounts/workspace";
import { PersonInput } from "#lib/domain/submissions/inbox/inbox-schema";
import { findPerson, type PersonFindings } from "#lib/domain/submissions/person/find-person";
import { type ErasureReceipt, erasePerson } from "#lib/domain/submissions/person/person-data";
import { requireSession, startSession, stopSession } from "#lib/entry/account/current-session";
import { parseInput } from "#lib/entry/http/parse";

export async function renameWorkspaceAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const timeZone = textOf(data, "timeZone") || undefined;
    const given = { name: textOf(data, "name"), timeZone };
    const input = parseInput(UpdateWorkspaceInput.pick({ name: true, timeZone: true }), given);
    await updateWorkspace(ctx, input);
    refresh();
    return { message: "Saved." };
  });
}

export async function changeNameAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = { name: textOf(data, "name").trim() || null };
    const { name } = parseInput(z.strictObject({ name: PersonName }), input);
    await changeName(ctx, name);
    refresh();
    return { message: "Saved." };
  });
}

export async function changeTimeZoneAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = { timeZone: textOf(data, "timeZone") || null };
    const { timeZone } = parseInput(z.strictObject({ timeZone: OwnTimeZone }), input);
    await changeTimeZone(ctx, timeZone);
    refresh();
    return { message: "Saved." };
  });
}

const ChangePasswordInput = z.strictObject({ currentPassword: z.string(), newPassword: Password });

export async function changePasswordAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(ChangePasswordInput, data);
    const sessionId = await changePassword(ctx, input, (await headers()).get("user-agent"));
    await startSession(sessionId);
    return { message: "Password changed. You’re signed out everywhere else." };
  });
}

const ChangeEmailInput = z.strictObject({
  email: EmailAddress,
  // The form has no field for it where people have no password.
  currentPassword: z.string().default(""),
});

export async function changeEmailAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(ChangeEmailInput, data);
    await requestEmailChange(ctx, input);
    return { message: input.email };
  });
}

export async function endSessionAction(sessionId: string): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    await endOwnSession(ctx, sessionId);
    refresh();
    return { message: "Session ended." };
  });
}

export async function endOtherSessionsAction(): Promise<ActionResult> {
  return authenticatedAction(null, async (ctx) => {
    const { sessionId } = await requireSession();
    await endOtherSessions(ctx, sessionId);
    refresh();
    return { message: "You’re signed out everywhere else." };
  });
}

export async function deleteWorkspaceAction(_: FormState, data: FormData): Promise<ActionResult> {
  return authenticatedAction(data, async (ctx) => {
    const { account } = await requireSession();
    if (textOf(data, "name").trim() !== account.workspace.name.trim())
      throw new AppError("validation_failed", "The name doesn’t match.", {
        details: [{ path: "name", message: "doesn’t match the workspace name" }],
      });
    await deleteWorkspace(ctx, { currentPassword: textOf(data, "currentPassword") });
    await stopSession();
    redirect("/deleted");
  });
}

export type Found = PersonFindings & { email: string };
export type Receipt = ErasureReceipt & { email: string };

/** An action instead of a query string, so that the address isn’t in histories and logs. */
export async function findPersonAction(data: FormData): Promise<ActionResult<Found>> {
  return authenticatedAction(data, async (ctx) => {
    const input = parseFields(PersonInput, data);
    return { ...input, ...(await findPerson(ctx, input)) };
  });
}

export async function erasePersonAction(email: string): Promise<ActionResult<Receipt>> {
  return authenticatedAction(null, async (ctx) => {
    const input = parseInput(PersonInput, { email });
    const receipt = { ...input, ...(await erasePerson(ctx, input)) };
    refresh();
    return receipt;
  });
}
