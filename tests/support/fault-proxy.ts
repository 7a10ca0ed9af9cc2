import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What a network does to a connection.
 *
 * `latency`: every piece arrives late. `reset`: connections break, those there are and new ones.
 * `half-open`: what is sent leads nowhere, and no end is told. `cut-request` and `cut-answer`: a
 * connection breaks after so many more bytes have gone that way.
 */
export type Fault =
  | { kind: "latency"; ms: number }
  | { kind: "reset" }
  | { kind: "half-open" }
  | { kind: "cut-request"; afterBytes: number }
  | { kind: "cut-answer"; afterBytes: number };

type Pair = {
  client: Socket;
  server: Socket;
  left: { request: number; answer: number };
  /** Bytes are missing in it, and nobody was told: it stays silent for good. */
  isLost: boolean;
};

/** Stands between this process and a server on this machine, as a network that fails when told to. */
export async function startFaultProxy(target: { host?: string; port: number }) {
  const pairs = new Set<Pair>();
  let fault: Fault | null = null;
  let connections = 0;

  function bytesLeft(): Pair["left"] {
    return {
      request: fault?.kind === "cut-request" ? fault.afterBytes : Number.POSITIVE_INFINITY,
      answer: fault?.kind === "cut-answer" ? fault.afterBytes : Number.POSITIVE_INFINITY,
    };
  }

  function breakOff({ client, server }: Pair): void {
    client.resetAndDestroy();
    server.destroy();
  }

  async function carry(pair: Pair, way: "request" | "answer"): Promise<void> {
    const [from, to] = way === "request" ? [pair.client, pair.server] : [pair.server, pair.client];
    for await (const chunk of from as AsyncIterable<Buffer>) {
      pair.isLost ||= fault?.kind === "half-open";
      if (pair.isLost) continue;
      if (fault?.kind === "latency") await sleep(fault.ms);
      const piece = chunk.subarray(0, pair.left[way]);
      pair.left[way] -= chunk.length;
      if (piece.length > 0 && !to.write(piece)) await once(to, "drain");
      if (pair.left[way] < 0) return void breakOff(pair);
    }
    if (!pair.isLost && fault?.kind !== "half-open") to.end();
  }

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1;
    client.on("error", () => undefined);
    if (fault?.kind === "reset") return void client.resetAndDestroy();
    const server = connect({ host: target.host ?? "127.0.0.1", port: target.port });
    server.on("error", () => client.destroy());
    const pair: Pair = { client, server, left: bytesLeft(), isLost: false };
    pairs.add(pair);
    client.once("close", () => {
      pairs.delete(pair);
      server.destroy();
    });
    for (const way of ["request", "answer"] as const) carry(pair, way).catch(() => breakOff(pair));
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();

  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    /** Connections that were made to it. */
    connectionCount: () => connections,
    /** From now on the network fails so, for connections that there are and for new ones. */
    fail(next: Fault): void {
      fault = next;
      for (const pair of pairs) {
        pair.left = bytesLeft();
        if (next.kind === "reset") breakOff(pair);
      }
    },
    /** The network is whole again; a connection that has lost bytes stays silent. */
    heal(): void {
      fault = null;
      for (const pair of pairs) pair.left = bytesLeft();
    },
    async stop(): Promise<void> {
      for (const pair of pairs) breakOff(pair);
      listener.close();
      await once(listener, "close");
    },
  };
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;
