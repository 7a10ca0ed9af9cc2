import { sessionRequired } from "#lib/core/errors";

declare const brand: unique symbol;

/** Created only by the gates: token authentication, session, public-key lookup, outbox row. */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" };

export type Actor =
  | { kind: "token"; tokenId: string }
  | { kind: "user"; userId: string }
  | { kind: "visitor" }
  | { kind: "system" };

/** Who acts, in which workspace, and when. First argument of every verb. */
export type Context = {
  readonly workspaceId: WorkspaceId;
  readonly actor: Actor;
  readonly now: Date;
};

/**
 * The only place where a plain string becomes a {@link WorkspaceId}. Call it only in a gate, with an
 * id just read for a verified token, session, public key or outbox row.
 */
export function mintContext(workspaceId: string, actor: Actor, now: Date): Context {
  return { workspaceId: workspaceId as WorkspaceId, actor, now };
}

/**
 * The id of the signed-in user.
 *
 * @throws {AppError} session_required for a token, a visitor or the system
 */
export function requireUserId({ actor }: Context): string {
  if (actor.kind !== "user") throw sessionRequired();
  return actor.userId;
}
