import { cutCharacters } from "#lib/core/characters";

/**
 * A message for a chat, before it's formatted. Visitors write most of it: each service's formatter keeps
 * all text from being read as markup, mentions or links.
 */
export type ChatMessage = {
  title: string;
  /** A sentence below the title. */
  text: string;
  fields: readonly { label: string; value: string }[];
  /** The message's URL in the dashboard. */
  link: { label: string; url: string };
};

/** Marks omitted text. */
export const ELLIPSIS = "…";

/**
 * Escapes a text character by character, and cuts it where the result would be longer than `max`, never
 * in the middle of an escape. Lengths are in UTF-16 units, the highest count that any service uses.
 */
export function cutEscaped(
  text: string,
  max: number,
  escapeOne: (character: string) => string = (character) => character,
): string {
  let result = "";
  // The last position at which the text and the cut mark still fit.
  let end = 0;
  for (const character of cutCharacters(text, max + 1)) {
    result += escapeOne(character);
    if (result.length <= max - ELLIPSIS.length) end = result.length;
    if (result.length > max) return result.slice(0, end) + ELLIPSIS;
  }
  return result;
}

/** Formats fields until their text, counted by `sizeOf`, doesn't fit anymore. */
export function fitChatFields<Formatted>(
  { fields }: ChatMessage,
  limits: { count: number; size: number },
  format: (field: ChatMessage["fields"][number]) => Formatted,
  sizeOf: (field: Formatted) => number,
): { taken: Formatted[]; isCut: boolean } {
  const taken: Formatted[] = [];
  let size = 0;
  for (const one of fields) {
    const field = format(one);
    size += sizeOf(field);
    if (taken.length === limits.count || size > limits.size) return { taken, isCut: true };
    taken.push(field);
  }
  return { taken, isCut: false };
}

/** Shown in a message when some of its fields are left out. */
export const MORE_FIELDS = "Some fields are left out here. Open the message to see them all.";
