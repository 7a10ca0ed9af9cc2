import type { Socket } from "node:net";
import { log } from "#lib/core/log";

const TICK_MS = 1_000;
/** Ticks without a byte until a connection tests the database, and until it counts as frozen. */
const ASK_AFTER = 2;
const FROZEN_AFTER = 4;

type PulseOptions = {
  /** Whether anything waits for the database. */
  isNeeded: () => boolean;
  /**
   * Opens a connection and closes it soon, whatever happens: what counts are the bytes that arrive.
   *
   * @param isFrozen - whether the database counts as frozen already
   */
  ask: (isFrozen: boolean) => void;
};

/**
 * Notices within five seconds that a database takes connections and never responds: it's frozen, or the
 * network swallows everything. Until it's heard again, all of its connections end at once, so that nothing
 * waits for it. A slow statement is no reason, as long as a new connection gets a response.
 *
 * Time counts in ticks, at most one of which passes while this process itself is frozen.
 */
export class Pulse {
  private readonly options: PulseOptions;
  /** Each socket with the bytes that it had read by the last tick. */
  private readonly sockets = new Map<Socket, number>();
  private ticking: NodeJS.Timeout | undefined;
  private isHeard = false;
  private isFrozen = false;
  private quietTicks = 0;

  constructor(options: PulseOptions) {
    this.options = options;
  }

  /**
   * Listens to a socket that is about to connect.
   *
   * @param purpose - `ask`: it connects even to a frozen database
   */
  follow(socket: Socket, purpose: "ask" | "work"): Socket {
    this.sockets.set(socket, 0);
    socket.once("close", () => {
      this.listen(socket);
      this.sockets.delete(socket);
    });
    this.ticking ??= setInterval(() => this.tick(), TICK_MS).unref();
    if (this.isFrozen && purpose === "work") process.nextTick(() => end(socket));
    return socket;
  }

  private listen(socket: Socket): void {
    if (socket.bytesRead === this.sockets.get(socket)) return;
    this.sockets.set(socket, socket.bytesRead);
    this.isHeard = true;
    this.isFrozen = false;
  }

  private tick(): void {
    for (const socket of this.sockets.keys()) this.listen(socket);
    this.quietTicks = this.isHeard || !this.options.isNeeded() ? 0 : this.quietTicks + 1;
    this.isHeard = false;
    if (this.quietTicks >= FROZEN_AFTER && !this.isFrozen) this.freeze();
    if (this.isFrozen || this.quietTicks >= ASK_AFTER) this.options.ask(this.isFrozen);
    else if (this.sockets.size === 0) {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
  }

  private freeze(): void {
    this.isFrozen = true;
    log().error("the database doesn't respond; requests get 503 until it does");
    for (const socket of this.sockets.keys()) end(socket);
  }
}

function end(socket: Socket): void {
  socket.destroy(new Error("Connection terminated: the database doesn't respond"));
}
