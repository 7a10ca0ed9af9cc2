import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";

/** The status that an endpoint has sent for one call, even if the rest can't be read. */
export type SentStatus = { status: number | null };

/** Informational responses, then the first line of the final one. */
const FINAL_STATUS =
  /^(?:HTTP\/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n)*HTTP\/1\.[01] ([2-9]\d\d)[ \r\n]/;
/** Limits for informational (1xx) responses: endpoints normally send only a few, and they're short. */
const MAX_HEAD_CHARACTERS = 4_096;

/**
 * A connection that notes the status of each response as its first line arrives, for the call that it's
 * for. The parser reports a status only once all headers are read, so never if they break off or are too large.
 */
export class WatchedClient extends Client {
  private call: SentStatus | null = null;
  private head = "";

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
    this.call = (options as { opaque?: SentStatus }).opaque ?? null;
    this.head = "";
    return super.dispatch(options, handler);
  }

  /** Reads along with the parser, without buffering anything more. */
  watch(socket: Socket): void {
    socket.on("data", (chunk: Buffer) => this.note(chunk));
  }

  private note(chunk: Buffer): void {
    if (!this.call || this.call.status !== null) return;
    const room = MAX_HEAD_CHARACTERS - this.head.length;
    this.head += chunk.toString("latin1", 0, Math.min(chunk.length, room));
    const [, status] = FINAL_STATUS.exec(this.head) ?? [];
    if (status) this.call.status = Number(status);
  }
}
