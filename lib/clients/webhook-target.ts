import { isIP } from "node:net";
import { WebhookCallError } from "#lib/clients/webhook-call-error";
import { hostAndPort } from "#lib/core/public-host";

/** A call's URL in parts. */
export type CallTarget = {
  origin: string;
  /** Looked up in DNS, and verified by TLS. IPv6 without brackets. */
  hostname: string;
  port: number;
  path: string;
  /** False only for a host that the operator has opened. */
  isTls: boolean;
  /** True if the operator has opened exactly this host and port, so that it needn't be public. */
  isOpened: boolean;
};

/**
 * Checks the URL of a call again, in case it was stored long ago or by other means. An IP address
 * instead of a name is rejected here, because a socket looks up names only.
 *
 * @param opened - `host:port` that the operator has opened
 * @throws {WebhookCallError} address_blocked
 */
export function readTarget(text: string, opened: ReadonlySet<string>): CallTarget {
  const url = URL.parse(text);
  const isOpened = url !== null && opened.has(hostAndPort(url));
  const isPlain =
    url !== null &&
    (url.protocol === "https:" || (isOpened && url.protocol === "http:")) &&
    (url.port === "" || isOpened) &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    !text.includes("\\");
  if (!isPlain)
    throw new WebhookCallError(
      "address_blocked",
      "The URL must use HTTPS on port 443 and must not contain credentials.",
    );
  if (!isOpened && (isIP(url.hostname) !== 0 || url.hostname.startsWith("[")))
    throw new WebhookCallError(
      "address_blocked",
      "The URL must have a hostname, not an IP address.",
    );
  const isTls = url.protocol === "https:";
  return {
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isTls ? 443 : 80)),
    path: url.pathname + url.search,
    isTls,
    isOpened,
  };
}
