import { once } from "node:events";
import { isIP, type LookupFunction, connect as openSocket, type Socket } from "node:net";
import { type TLSSocket, connect as wrapSocket } from "node:tls";
import { connectFailure, tlsFailure, WebhookCallError } from "#lib/clients/webhook-call-error";
import { isPublicAddress } from "#lib/clients/webhook-http-client-resolve";

/** How long to wait for one address before trying the next one in parallel. */
const NEXT_ADDRESS_MS = 1_000;

function noSecondLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = all;
    if (options.all || !first) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

/** Resolves when the socket is ready; destroys it when it fails or the signal aborts. */
async function untilReady<S extends Socket>(
  socket: S,
  readyEvent: "connect" | "secureConnect",
  toFailure: (cause: unknown) => WebhookCallError,
  signal: AbortSignal,
): Promise<S> {
  // Later errors are found by the code that uses the socket; without a listener they would be thrown.
  socket.on("error", () => undefined);
  const settled = new AbortController();
  const waiting = { signal: AbortSignal.any([signal, settled.signal]) };
  const closed = async () => {
    await once(socket, "close", waiting);
    throw Object.assign(new Error(), { code: "ECONNRESET" });
  };
  try {
    await Promise.race([once(socket, readyEvent, waiting), closed()]);
    return socket;
  } catch (cause) {
    socket.destroy();
    throw signal.aborted ? signal.reason : toFailure(cause);
  } finally {
    settled.abort();
  }
}

/**
 * Connects to one of these addresses only: the socket doesn't resolve the name again.
 *
 * @throws {WebhookCallError} connection_failed, address_blocked; the signal's reason when it aborts
 */
export async function dialPublic(
  hostname: string,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  const socket = openSocket({
    host: hostname,
    port: 443,
    lookup: noSecondLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
  });
  await untilReady(socket, "connect", connectFailure, signal);
  if (isPublicAddress(socket.remoteAddress ?? "")) return socket;
  socket.destroy();
  throw new WebhookCallError("address_blocked", "The connection didn't reach a public address.");
}

/**
 * Connects where the operator sends this host's connections, without checking the address.
 *
 * @throws {WebhookCallError} connection_failed; the signal's reason when it aborts
 */
export function dialOverride(
  { address, port }: { address: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const socket = openSocket({ host: address, port, autoSelectFamily: true, noDelay: true });
  return untilReady(socket, "connect", connectFailure, signal);
}

/**
 * Starts TLS, verified for the URL's host name wherever the connection goes. Sessions aren't resumed:
 * each connection proves its certificate.
 *
 * @param ca - authorities to trust instead of this process's own, for tests
 * @throws {WebhookCallError} tls_failed; the signal's reason when it aborts
 */
export function secure(
  socket: Socket,
  hostname: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = wrapSocket({
    socket,
    servername: hostname,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
  return untilReady(secured, "secureConnect", tlsFailure, signal);
}
