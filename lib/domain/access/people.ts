import { z } from "zod";
import { byId, type Db } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { Id } from "#lib/core/text";

/** A current or former member. */
export const Person = z
  .strictObject({
    id: Id.describe("UUID of the member."),
    name: z.string().describe("Their name, or their email address if they gave none."),
  })
  .describe("A member of the workspace, or someone who was one.");
export type Person = z.output<typeof Person>;

/** The author of a note or another entry about a message: a member, or a token by its name. */
export const Author = z
  .union([Person, z.strictObject({ token: z.string().describe("Name of the token.") })])
  .describe("The member or the token that wrote it.");
export type Author = z.output<typeof Author>;

/** Shown instead of the name when the account was deleted. */
const GONE = "Deleted account";

/**
 * SQL for the person that a column references, as JSON; null if it's empty or the account was
 * deleted.
 */
export function personSql(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT json_build_object('id', u.id, 'name', coalesce(u.name, u.email))
    FROM users u WHERE u.id = ${column})`;
}

/** People by their IDs. Without IDs, nothing is read. */
export async function readPeople(
  tx: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Person>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.user.findMany({
    where: { id: { in: wanted } },
    select: { id: true, name: true, email: true },
  });
  return new Map(rows.map(({ id, name, email }) => [id, { id, name: name ?? email }]));
}

type Written = { authorId: string | null; tokenName: string | null };

/** Returns a row's author. `people` has the account unless it was deleted. */
export function toAuthor(
  { authorId, tokenName }: Written,
  people: ReadonlyMap<string, Person>,
): Author {
  if (tokenName !== null) return { token: tokenName };
  return people.get(authorId ?? "") ?? { id: authorId ?? "", name: GONE };
}

/** Returns the author columns of a row: the member or the token of the request. */
export async function authorOf(tx: Db, ctx: Context): Promise<Written> {
  const { actor } = ctx;
  if (actor.kind === "user") return { authorId: actor.userId, tokenName: null };
  if (actor.kind !== "token") throw new Error(`a ${actor.kind} writes nothing about a message`);
  const { name } = await tx.token.findUniqueOrThrow({
    where: byId(ctx, actor.tokenId),
    select: { name: true },
  });
  return { authorId: actor.tokenId, tokenName: name };
}
