import { isLongerThan } from "#lib/core/characters";
import { hostAndPort, publicHostProblem } from "#lib/core/public-host";
import { settings } from "#lib/core/settings/settings";
import { type DestinationKind, findKindProblem } from "#lib/domain/endpoints/chats/kinds";

/** The maximum number of characters of a webhook URL in its normal form. */
export const MAX_URL_CHARACTERS = 2_000;

/** Characters that URL parsers interpret differently. */
const AMBIGUOUS = /[\s\\\p{Cc}\p{Cf}]/u;

/**
 * Reads the URL of a form's webhook or a destination. The addresses that its hostname resolves to are checked at
 * every connection instead.
 *
 * @param opened - `host:port` that needn't be public and may use http
 * @returns the normal form, which is stored and called, or the problem
 */
export function readDestinationUrl(
  kind: DestinationKind,
  text: string,
  opened: ReadonlySet<string> = settings().webhookAllowedHosts,
): { url: string } | { problem: string } {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = AMBIGUOUS.test(text) ? null : URL.parse(text);
  const isOpened = url !== null && opened.has(hostAndPort(url));
  if (authority === undefined || !url || !(url.protocol === "https:" || isOpened))
    return { problem: "must be an HTTPS URL like https://hooks.example.com/path" };
  if (authority.includes("@")) return { problem: "must not contain credentials" };
  if (text.includes("#")) return { problem: "must not have a fragment" };
  if (!isOpened) {
    if (url.port !== "") return { problem: "must use port 443" };
    const host = publicHostProblem(url.hostname);
    if (host) return { problem: `its host ${host}` };
  }
  if (isLongerThan(url.href, MAX_URL_CHARACTERS))
    return { problem: `must be at most ${MAX_URL_CHARACTERS.toLocaleString("en")} characters` };
  const problem = findKindProblem(kind, url);
  return problem === null ? { url: url.href } : { problem };
}
