import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "#tests/support/twins/listen";

/**
 * A network fault.
 *
 * `latency`: all data arrives late. `reset`: existing and new connections break. `half-open`: data
 * and disconnections are silently dropped. `cut-request` and `cut-answer`: a connection breaks after
 * this many more bytes in that direction.
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
  /** Data was silently dropped, so the connection stays silent forever. */
  isLost: boolean;
};

/** A proxy between this process and a port of this machine that simulates a failing network. */
export async function startFaultProxy(target: number) {
  const pairs = new Set<Pair>();
  let fault: Fault | null = null;
  let upstream = target;
  const underWay = new Set<Promise<void>>();

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

  /** Forwards one direction of a connection, chunk by chunk in order. */
  function carry(pair: Pair, way: "request" | "answer"): void {
    const { client, server } = pair;
    const [from, to] = way === "request" ? [client, server] : [server, client];
    let before = Promise.resolve();
    const pass = (work: () => void) => {
      const late = fault?.kind === "latency" ? sleep(fault.ms) : null;
      before = before.then(async () => {
        await late;
        work();
      });
      const piece = before;
      underWay.add(piece);
      void piece.finally(() => underWay.delete(piece));
    };
    from.on("data", (chunk: Buffer) => {
      pair.isLost ||= fault?.kind === "half-open";
      if (pair.isLost) return;
      pass(() => {
        const piece = chunk.subarray(0, Math.max(0, pair.left[way]));
        pair.left[way] -= chunk.length;
        if (piece.length > 0 && to.writable) to.write(piece);
        if (pair.left[way] < 0) breakOff(pair);
      });
    });
    // A disconnection arrives as late as the data before it.
    from.once("close", () => pair.isLost || pass(() => to.destroy()));
    from.once("end", () => pair.isLost || pass(() => to.end()));
    from.on("error", () => undefined);
  }

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (fault?.kind === "reset") return void client.resetAndDestroy();
    const server = connect(upstream, "127.0.0.1");
    const pair: Pair = { client, server, left: bytesLeft(), isLost: false };
    pairs.add(pair);
    client.once("close", () => pairs.delete(pair));
    carry(pair, "request");
    carry(pair, "answer");
  });

  return {
    port: await listen(listener),
    /** Applies a fault to existing and new connections. */
    fail(next: Fault): void {
      fault = next;
      for (const pair of pairs) {
        pair.left = bytesLeft();
        if (next.kind === "reset") breakOff(pair);
      }
    },
    /** Ends the fault; a connection that has lost data stays silent. */
    heal(): void {
      fault = null;
      for (const pair of pairs) pair.left = bytesLeft();
    },
    /** Leads new connections to another port. */
    leadTo(port: number): void {
      upstream = port;
    },
    /** Resolves once all data sent so far has arrived. */
    async delivered(): Promise<void> {
      await Promise.all(underWay);
    },
    async stop(): Promise<void> {
      for (const pair of pairs) breakOff(pair);
      listener.close();
      await once(listener, "close");
    },
  };
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;
