import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Finds the reason a server can't listen on this port of the address, or of all addresses; undefined if it can. */
export function findListenError(port: number, host?: string) {
  return new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

export async function isPortFree(port: number, host?: string): Promise<boolean> {
  return (await findListenError(port, host)) === undefined;
}

/**
 * Below the ports that systems pick for outgoing connections (from 32,768 on Linux, 49,152 elsewhere):
 * a connection that stays open could otherwise take a port between the check and its use.
 */
const PORTS = { from: 20_000, to: 32_000 };
const ATTEMPTS = 100;

/** A loopback port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port, "127.0.0.1")) return port;
  }
  throw new Error(`no free port on 127.0.0.1 from ${PORTS.from} to ${PORTS.to}`);
}
