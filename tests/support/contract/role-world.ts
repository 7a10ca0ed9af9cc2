import { db } from "#lib/adapters/db/database";
import type { Caller, Context } from "#lib/core/context";
import { type ErrorCode, sessionRequired } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { type ActiveSession, authenticateSession } from "#lib/domain/accounts/sessions";
import type { Form } from "#lib/domain/forms/schema";
import type { Access, AccessRow } from "#tests/support/contract/access";
import type { CookieJar } from "#tests/support/contract/api";
import { jarOf, passwordHash, startSession } from "#tests/support/factories/account-factories";
import {
  callerAt,
  createForm,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";

export const ROLES = ["owner", "member", "outsider"] as const;
export type CallerRole = (typeof ROLES)[number];

/** A workspace with one form and one message, whose notification failed, and someone who calls with a role. */
export type RoleWorld = {
  /** Its owner; never the one who calls. */
  workspace: Workspace;
  /** A member of the workspace, never the one who calls. */
  other: Workspace;
  form: Form;
  submissionId: string;
  /** Who calls. */
  userId: string;
  caller: Caller;
  jar: CookieJar;
  /** @throws {AppError} session_required for an outsider */
  session: () => ActiveSession;
  ctx: () => Context;
};

/** An outsider has a session of a workspace that they no longer belong to. */
export async function createRoleWorld(role: CallerRole): Promise<RoleWorld> {
  const workspace = await createWorkspace();
  const caller = callerAt(workspace.ctx.now, `role-${newId()}`);
  const form = await createForm(workspace);
  const { user, ...who } = await addMember(workspace, role === "owner" ? "owner" : "member");
  await db().user.update({
    where: { id: user.id },
    data: { passwordHash: await passwordHash() },
  });
  const sessionId = await startSession({ id: who.id, user }, caller.now);
  const where = { userId: user.id, workspaceId: who.id };
  if (role === "outsider") await db().membership.deleteMany({ where });
  const active = await authenticateSession(sessionId, caller);
  const session = () => {
    if (!active) throw sessionRequired();
    return active;
  };
  const submission = await createSubmission(workspace, form);
  await createDelivery(workspace, submission, { status: "failed" });
  return {
    workspace,
    other: await addMember(workspace, "member"),
    form,
    submissionId: submission.id,
    userId: user.id,
    caller,
    jar: await jarOf(sessionId),
    session,
    ctx: () => session().ctx,
  };
}

/** The expected end of a call of someone with a role: null is success. */
export function expectedEnd(
  role: CallerRole,
  { access, endsWith }: Pick<AccessRow, "access" | "endsWith">,
): ErrorCode | null {
  if (access !== "anyone" && role === "outsider") return "session_required";
  if (access === "owners" && role === "member") return "owner_required";
  return endsWith;
}

/** A call that a server action, an endpoint, or a page makes, and who may make it. */
export type Row<Result> = AccessRow & { run: (world: RoleWorld) => Result };

/** Calls that the same people may make. They end with an error's code, or succeed. */
export function rows<Result>(
  access: Access,
  endsWith: ErrorCode | null,
  calls: Readonly<Record<string, (world: RoleWorld) => Result>>,
  isById = false,
): Record<string, Row<Result>> {
  const entries = Object.entries(calls);
  return Object.fromEntries(
    entries.map(([name, run]) => [name, { access, endsWith, isById, run }]),
  );
}

/** A server action, once its input is parsed. */
export type ActionRow = Row<Promise<unknown>>;
export const actions = rows<Promise<unknown>>;
/** Actions of members on one thing of their workspace. */
export const actionsById = (
  endsWith: ErrorCode | null,
  calls: Parameters<typeof actions>[2],
  access: Access = "members",
) => actions(access, endsWith, calls, true);
