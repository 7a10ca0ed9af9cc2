import { createServer } from "node:net";

/** Whether nothing listens on this port of the address, or of any address of the machine. */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** A loopback port that was free a moment ago; the preferred one if it was. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred, "127.0.0.1"))) return preferred;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("no free port on 127.0.0.1")),
      );
    });
  });
}
