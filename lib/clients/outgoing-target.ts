import { isIP } from "node:net";
import { OutgoingFailure } from "#lib/clients/outgoing-failure";

/** Where an operator sends the connections for a host instead of asking DNS. */
export type ConnectTo = ReadonlyMap<string, { address: string; port: number }>;

/** A URL taken apart as it is called; the host name is what DNS is asked and TLS is verified for. */
export type OutgoingTarget = { origin: string; hostname: string; path: string };

/**
 * Reads the URL of a call once more: what was stored long ago, or by other means, passes the same
 * gate. An address instead of a name is refused here, because no resolver is asked about one.
 *
 * @throws {OutgoingFailure} address_blocked
 */
export function readTarget(text: string): OutgoingTarget {
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    !text.includes("\\");
  if (!isPlain)
    throw new OutgoingFailure(
      "address_blocked",
      "Only HTTPS URLs on port 443 without credentials are called.",
    );
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith("["))
    throw new OutgoingFailure("address_blocked", "Only host names are called, not IP addresses.");
  return { origin: url.origin, hostname: url.hostname, path: url.pathname + url.search };
}
