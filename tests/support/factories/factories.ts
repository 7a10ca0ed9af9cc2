import { db } from "#lib/adapters/db/database";
import { type Caller, type Context, mintContext, type Role } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { createForm as createFormVerb } from "#lib/domain/forms/create-form";
import { CreateFormInput, type Form } from "#lib/domain/forms/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { toRecipient } from "#lib/domain/recipients/store";
import { makeTokenSecret, PREFIX_LENGTH } from "#lib/domain/tokens/authenticate-token";
import { type CreatedToken, SCOPE_NAMES, type Scope } from "#lib/domain/tokens/schema";
import { toTokenListItem } from "#lib/domain/tokens/tokens";
import type { PlanName } from "#lib/domain/usage/schema";

/** A workspace with one user; `ctx` is that user at the time of creation. */
export type Workspace = { id: string; ctx: Context; user: { id: string; email: string } };

type WorkspaceOptions = { plan?: PlanName; name?: string; now?: Date; isConfirmed?: boolean };

/**
 * A workspace for one test. Its user has confirmed their address, and has no password: to get one, sign up
 * through the API.
 */
export async function createWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const { plan = "starter", name = "Example workspace", now = new Date() } = options;
  const verifiedAt = options.isConfirmed === false ? null : now;
  const id = newId();
  const user = { id: newId(), email: `owner-${newId()}@example.com` };
  await db().user.create({
    data: { ...user, emailKey: user.email, passwordHash: "none", createdAt: now, verifiedAt },
  });
  await db().workspace.create({
    data: {
      id,
      name,
      plan,
      createdAt: now,
      memberships: { create: { userId: user.id, role: "owner", createdAt: now } },
    },
  });
  return { id, ctx: contextOf(id, user.id, "owner", now), user };
}

/** The context of a user in a workspace who has just signed in there. */
export function contextOf(workspaceId: string, userId: string, role: Role, now: Date): Context {
  const actor = { kind: "user", userId, role, provenAt: now, sessionId: null } as const;
  return mintContext(workspaceId, actor, now, callerAt(now));
}

/** The sender of a request that reaches a gate. */
export function callerAt(now: Date, address = "192.0.2.1"): Caller {
  return { address, network: address, userAgent: "Test browser", now };
}

/** The workspace's context with another current time, at which its user has just signed in. */
export function contextAt(workspace: Workspace, now: Date): Context {
  const { ctx } = workspace;
  const actor = ctx.actor.kind === "user" ? { ...ctx.actor, provenAt: now } : ctx.actor;
  return { ...ctx, actor, now };
}

/** A token, without the email about it, with all scopes unless `scopes` is given. No one created it. */
export async function createToken(
  workspace: Workspace,
  options: { scopes?: Scope[]; expiresInDays?: number; name?: string; now?: Date } = {},
): Promise<CreatedToken> {
  const { scopes = [...SCOPE_NAMES], expiresInDays = 90, name = "Example token" } = options;
  const { now = new Date() } = options;
  const token = makeTokenSecret();
  const row = await db().token.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      name,
      scopes,
      hash: sha256(token),
      prefix: token.slice(0, PREFIX_LENGTH),
      createdBy: workspace.user.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * 86_400_000),
    },
  });
  return { ...toTokenListItem(row, now), token };
}

type RecipientOptions = { email?: string; now?: Date };

async function insertRecipient(
  workspace: Workspace,
  { email = `recipient-${newId()}@example.com`, now = workspace.ctx.now }: RecipientOptions,
  isVerified: boolean,
): Promise<Recipient> {
  const row = await db().recipient.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      email,
      emailKey: addressKey(email),
      createdAt: now,
      verifiedAt: isVerified ? now : null,
      verificationSentAt: now,
    },
  });
  return toRecipient(row);
}

/** A verified recipient, without the verification email. */
export const createVerifiedRecipient = (workspace: Workspace, options: RecipientOptions = {}) =>
  insertRecipient(workspace, options, true);

/** A pending recipient as if the email was sent at `now`, without the email. */
export const createPendingRecipient = (workspace: Workspace, options: RecipientOptions = {}) =>
  insertRecipient(workspace, options, false);

/** Two verified recipients of a workspace. */
export const createTwoRecipients = async (workspace: Workspace) =>
  [await createVerifiedRecipient(workspace), await createVerifiedRecipient(workspace)] as const;

/** A form from createForm, with one new verified recipient unless some are given. */
export async function createForm(
  workspace: Workspace,
  input: Partial<CreateFormInput> & { now?: Date } = {},
): Promise<Form> {
  const { now = new Date(), ...given } = input;
  const recipientIds = given.recipientIds ?? [(await createVerifiedRecipient(workspace)).id];
  return createFormVerb(
    contextAt(workspace, now),
    CreateFormInput.parse({ name: "Contact", ...given, recipientIds }),
  );
}

/** A form with one recipient in a workspace of its own, and a token that has all scopes. */
export async function createOwnForm(input: Parameters<typeof createForm>[1] = {}) {
  const { now } = input;
  const workspace = await createWorkspace(now ? { now } : {});
  const token = await createToken(workspace);
  const recipient = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { recipientIds: [recipient.id], ...input });
  return { workspace, ctx: workspace.ctx, token, recipient, form };
}

/** A form with these settings, like {@link createOwnForm}. */
export const openForm = async (settings: CreateFormInput["settings"] = {}) =>
  (await createOwnForm({ settings })).form;
