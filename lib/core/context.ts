import { AppError, sessionRequired } from "#lib/core/errors";

declare const brand: unique symbol;

/** Created only by the gates: token authentication, session, public-key lookup, outbox row. */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" };

/** The roles in a workspace: owners may do everything, members everyday work. */
export type Role = "owner" | "member";

export type Actor =
  | { kind: "token"; tokenId: string }
  /**
   * `provenAt`: when the user last proved their identity. `sessionId`: null if they have just done that, before a
   * session exists. `isBound`: the workspace's own provider opened the session, so that it reaches nothing else of the
   * account.
   */
  | {
      kind: "user";
      userId: string;
      role: Role;
      provenAt: Date;
      sessionId: string | null;
      isBound?: boolean;
    }
  | { kind: "visitor" }
  | { kind: "system" };

/** The sender of a request, and its time. Limits treat the same `network` as one sender. */
export type Caller = {
  readonly address: string;
  readonly network: string;
  readonly userAgent: string | null;
  readonly now: Date;
};

/** The actor, the workspace, and the time. First argument of every verb. */
export type Context = {
  readonly workspaceId: WorkspaceId;
  readonly actor: Actor;
  readonly now: Date;
  /** Null if no request caused it. */
  readonly caller: Caller | null;
};

/**
 * Creates a context. It's the only place where a plain string becomes a {@link WorkspaceId}. Call it
 * only in a gate, with an ID just read for a verified token, session, public key, or outbox row.
 */
export function mintContext(
  workspaceId: string,
  actor: Actor,
  now: Date,
  caller: Caller | null = null,
): Context {
  return { workspaceId: workspaceId as WorkspaceId, actor, now, caller };
}

/**
 * Returns the ID of the signed-in user.
 *
 * @throws {AppError} session_required for a token, a visitor, or the system
 */
export function requireUserId({ actor }: Context): string {
  if (actor.kind !== "user") throw sessionRequired();
  return actor.userId;
}

export function ownSignInRequired(): AppError {
  return new AppError(
    "own_sign_in_required",
    "You signed in with this workspace’s own sign-in, which opens only this workspace. To do this, sign out, and sign in with your password or a passkey.",
  );
}

/**
 * Requires a session that isn't bound to a workspace. The owners of a workspace control who its provider says
 * someone is, so a session that it opened must not reach their account, or another workspace.
 *
 * @returns the user's id
 * @throws {AppError} session_required; own_sign_in_required
 */
export function requireOwnSession(ctx: Context): string {
  const userId = requireUserId(ctx);
  if (ctx.actor.kind === "user" && ctx.actor.isBound) throw ownSignInRequired();
  return userId;
}

/**
 * Lets an owner pass. Tokens pass too: their scopes decide, and only owners create them.
 *
 * @throws {AppError} owner_required
 */
export function requireOwner({ actor }: Context): void {
  if (actor.kind === "user" && actor.role !== "owner")
    throw new AppError("owner_required", "Only an owner of this workspace can do this.");
}

export const PROOF_LIFETIME_MS = 15 * 60_000;

/**
 * Step-up: requires that the signed-in user proved their identity within the last 15 minutes.
 *
 * @returns the user's id
 * @throws {AppError} session_required; reauthentication_required
 */
export function requireRecentProof(ctx: Context): string {
  const userId = requireUserId(ctx);
  if (!hasRecentProof(ctx))
    throw new AppError("reauthentication_required", "Confirm that it's you, then try again.");
  return userId;
}

/** Returns whether a signed-in user proved their identity within the last 15 minutes. */
export function hasRecentProof({ actor, now }: Context): boolean {
  return actor.kind === "user" && now.getTime() - actor.provenAt.getTime() < PROOF_LIFETIME_MS;
}
