import { domainToUnicode } from "node:url";

/**
 * The spellings of an address in lower case: with its domain in ASCII, and as people write it.
 *
 * @param key - made by `addressKey`; `@` and a domain also works
 */
export function addressSpellings(key: string): string[] {
  const at = key.lastIndexOf("@") + 1;
  const domain = key.slice(at);
  return [...new Set([key, key.slice(0, at) + (domainToUnicode(domain) || domain)])];
}
