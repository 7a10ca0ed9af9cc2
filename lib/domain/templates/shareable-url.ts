import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";

/** Services whose URLs accept messages from anyone who knows them. */
const CATCH_HOSTS =
  /(^|\.)(zapier\.com|make\.com|integromat\.com|pipedream\.net|n8n\.cloud|ifttt\.com|pabbly\.com|webhook\.site|hookdeck\.com|azure\.com|powerplatform\.com|amazonaws\.com|airtable\.com)$/;

/**
 * Matches names that a person chose rather than a machine generated: words with separators, optionally with a
 * version or a short number.
 */
const PLAIN_PART = /^([a-z]{1,20}([._-][a-z]{1,20})*|v?\d{1,4})$/i;
const PLAIN_LABEL = /^([a-z]{1,20}|[a-z-]{1,63}|[a-z0-9-]{1,12})$/;

/**
 * Returns whether a webhook's URL can be shared with its form. A query, a part of the path that looks generated, and
 * the URLs of automation services may be secrets; hosts that only this installation allows are useless elsewhere. Pure.
 */
export function isShareable(text: string): boolean {
  const read = readDestinationUrl("webhook", text, new Set());
  if ("problem" in read) return false;
  const { hostname, pathname, search } = new URL(read.url);
  if (search !== "" || CATCH_HOSTS.test(hostname)) return false;
  const parts = pathname.split("/").filter((part) => part !== "");
  const labels = hostname.split(".").slice(0, -2);
  return (
    parts.every((part) => PLAIN_PART.test(part)) && labels.every((one) => PLAIN_LABEL.test(one))
  );
}
