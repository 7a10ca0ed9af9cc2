import { domainToUnicode } from "node:url";

/**
 * Returns the spellings of an address in lower case: with its domain in ASCII, and in Unicode.
 *
 * @param key - made by `addressKey`; `@` and a domain also works
 */
export function addressSpellings(key: string): string[] {
  const at = key.lastIndexOf("@") + 1;
  const domain = key.slice(at);
  return [...new Set([key, key.slice(0, at) + (domainToUnicode(domain) || domain)])];
}
