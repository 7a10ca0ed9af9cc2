import type { Client } from "undici";

const MAX_IDLE_PER_ORIGIN = 256;
const MAX_IDLE = 512;

/**
 * Connections that wait for their next request. Each was checked when it was made, serves the one
 * origin it was made for, and is forgotten as soon as it ends.
 */
export class IdleConnections {
  private readonly byOrigin = new Map<string, Client[]>();
  private readonly watched = new WeakSet<Client>();
  private count = 0;

  take(origin: string): Client | null {
    const waiting = this.byOrigin.get(origin);
    const client = waiting?.pop();
    if (!client) return null;
    this.count -= 1;
    if (waiting?.length === 0) this.byOrigin.delete(origin);
    return client;
  }

  /** Keeps a connection whose answer was read to its end. */
  keep(origin: string, client: Client): void {
    const waiting = this.byOrigin.get(origin) ?? [];
    if (client.destroyed || waiting.length >= MAX_IDLE_PER_ORIGIN || this.count >= MAX_IDLE) {
      discard(client);
      return;
    }
    waiting.push(client);
    this.byOrigin.set(origin, waiting);
    this.count += 1;
    if (this.watched.has(client)) return;
    this.watched.add(client);
    client.once("disconnect", () => this.forget(origin, client));
  }

  private forget(origin: string, client: Client): void {
    discard(client);
    const waiting = this.byOrigin.get(origin);
    const position = waiting?.indexOf(client) ?? -1;
    if (!waiting || position < 0) return;
    waiting.splice(position, 1);
    this.count -= 1;
    if (waiting.length === 0) this.byOrigin.delete(origin);
  }
}

export function discard(client: Client): void {
  if (!client.destroyed) void client.destroy().catch(() => undefined);
}
