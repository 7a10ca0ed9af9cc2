import { publicHostProblem } from "#lib/core/public-host";
import { isLongerThan } from "#lib/core/text";

/** SPEC, Limits: characters of a webhook's URL in its normal form. */
export const MAX_URL_CHARACTERS = 2_000;

/** Characters that readers of URLs disagree about: one takes them off, another goes elsewhere. */
const AMBIGUOUS = /[\s\\\p{Cc}\p{Cf}]/u;

/**
 * Reads the URL of a receiver (CONTRACT section 5, URL at save). Where its name leads to is not
 * looked at: that is checked at every connect.
 *
 * @returns the normal form, which is what is stored and called, or what is wrong
 */
export function readWebhookUrl(text: string): { url: string } | { problem: string } {
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = AMBIGUOUS.test(text) ? null : URL.parse(text);
  if (authority === undefined || !url || url.protocol !== "https:")
    return { problem: "must be an HTTPS URL like https://hooks.example.com/path" };
  if (authority.includes("@")) return { problem: "must not carry credentials" };
  if (text.includes("#")) return { problem: "must not have a fragment" };
  if (url.port !== "") return { problem: "must use port 443" };
  const host = publicHostProblem(url.hostname);
  if (host) return { problem: `its host ${host}` };
  if (isLongerThan(url.href, MAX_URL_CHARACTERS))
    return { problem: `must have at most ${MAX_URL_CHARACTERS.toLocaleString("en")} characters` };
  return { url: url.href };
}
