import { cutCharacters } from "#lib/core/characters";

// Without Zod, because pages load this file.

const MAX_LABEL_CHARACTERS = 120;

/** A name as people write it: `first_name`, `firstName`, and `first-name[]` give "First name". */
export function labelFrom(name: string): string {
  const words = name
    .replace(/\[\w*\]/g, " ")
    .replace(
      /(\p{Ll}|\p{N})(\p{Lu})(?=\p{Ll})/gu,
      (_, before, upper) => `${before} ${upper.toLowerCase()}`,
    )
    .replace(/[\s_.\p{Cc}-]+/gu, " ")
    .trim();
  const label = cutCharacters(words === "" ? "Field" : words, MAX_LABEL_CHARACTERS).trim();
  return label.replace(/^./u, (first) => first.toUpperCase());
}
