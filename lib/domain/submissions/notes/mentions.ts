import type { Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { foldCase } from "#lib/core/text";

/**
 * A member, with the name by which a note can mention them: their name or, without one, their
 * address.
 */
type Named = { id: string; name: string };

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Finds the members whom a text mentions: `@` and their name, in any case, up to the end of a word. If one name
 * begins with another, the longer one is meant. Pure.
 */
export function findMentions(text: string, members: readonly Named[]): string[] {
  const folded = foldCase(text);
  const names = members
    .map(({ id, name }) => ({ id, name: foldCase(name) }))
    .filter(({ name }) => name !== "")
    .toSorted((one, other) => other.name.length - one.name.length);
  const found = new Set<string>();
  for (let at = folded.indexOf("@"); at >= 0; at = folded.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(folded[at - 1] ?? "")) continue;
    const meant = names.find(({ name }) => {
      const end = at + 1 + name.length;
      return folded.startsWith(name, at + 1) && !WORD.test(folded[end] ?? "");
    });
    for (const { id, name } of names) if (meant && name === meant.name) found.add(id);
  }
  return [...found];
}

/** Returns the IDs of the members whom a text mentions, by their names or addresses. */
export async function mentionedIn(
  tx: Db,
  { workspaceId }: Context,
  text: string,
): Promise<string[]> {
  if (!text.includes("@")) return [];
  const members = await tx.membership.findMany({
    where: { workspaceId },
    select: { user: { select: { id: true, name: true, email: true } } },
  });
  const names = members.flatMap(({ user: { id, name, email } }) => [
    { id, name: name ?? "" },
    { id, name: email },
  ]);
  return findMentions(text, names);
}
